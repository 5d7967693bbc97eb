/** The programs of the guide to exporting an organization. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const guide = path.join(import.meta.dirname, '../../../../docs/guides/export-an-organization.md');

const text = readFileSync(guide, 'utf8');

/** The first shell example: what the programs need. */
export const guideSetUp: string = /^```sh\n([^]*?)^```$/m.exec(text)?.[1] ?? '';

/** Programs by the file name in their first line. */
export const guidePrograms: ReadonlyMap<string, string> = new Map(
  Array.from(
    text.matchAll(/^```ts\n(\/\/ ([\w-]+\.mjs)[^]*?)^```$/gm),
    ([, code = '', name = '']) => [name, code] as const,
  ),
);
