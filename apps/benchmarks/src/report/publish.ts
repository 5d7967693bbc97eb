/** Writes `docs/benchmarks`: the results as JSON, and the report from them. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { reportText } from './markdown.ts';
import { mergeSections, type Section } from './results.ts';

const root = new URL('../../../../', import.meta.url);
const folder = new URL('docs/benchmarks/', root);
const file = new URL('results.json', folder);

/**
 * Writes the results.
 *
 * @param sections - What has been measured.
 * @param isComplete - Whether it is everything. Otherwise, rows of earlier runs are kept.
 */
export function publish(sections: readonly Section[], isComplete: boolean): void {
  const all = isComplete ? sections : mergeSections(stored(), sections);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify(all, null, 1)}\n`);
  writeFileSync(new URL('README.md', folder), reportText(all));
}

/** Writes a page of its own. */
export function writePage(name: string, text: string): void {
  writeFileSync(new URL(name, folder), text);
}

function stored(): Section[] {
  if (!existsSync(file))
    throw new Error('measure everything once, with `npm run bench`, before a part of it');
  return JSON.parse(readFileSync(file, 'utf8')) as Section[];
}
