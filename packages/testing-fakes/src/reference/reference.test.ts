import { expect, test } from 'vitest';
import { LIMIT_FAMILIES } from '../limits/rate-limits.js';
import { readInterfaces, type DocumentedInterface } from '../testing/read-interfaces.js';

const PARTS = [
  ['Faults', '../faults/fault.ts'],
  ['Scripts', '../scripts/script.ts'],
  ['Rate limits', '../limits/rate-limits.ts'],
] as const;

const cell = (text: string): string => text.replaceAll('|', '\\|');

function write({ name, text, fields }: DocumentedInterface): string {
  const rows = fields.map((field) => `| \`${field.name}\` | \`${cell(field.type)}\` | ${cell(field.text)} |`);
  return [`### ${name}`, '', text, '', '| Field | Type | Meaning |', '|---|---|---|', ...rows].join('\n');
}

test('docs/emulator-reference.md says what the types say', async () => {
  const parts = PARTS.map(([title, file]) => {
    const interfaces = readInterfaces(new URL(file, import.meta.url));
    expect(interfaces).not.toEqual([]);
    return [`## ${title}`, ...interfaces.map(write)].join('\n\n');
  });
  const families = LIMIT_FAMILIES.map((family) => `\`${family}\``).join(', ');
  const limits = `Limits are an object of these by family: ${families}. A family left out has none.`;
  const head = [
    '# Faults, scripts and limits of the emulator',
    '',
    'Written from the types by `npx vitest run packages/testing-fakes/src/reference -u`; a test compares it. They are JSON:',
    'options of `createFake`, files for `parlance-fakes serve`, and bodies for `POST /_fake/worlds/{world}/faults`, `/scripts`',
    'and `/limits` are alike. How to use them: [testing with the emulator](guides/testing-with-the-emulator.md).',
  ].join('\n');
  await expect(`${[head, ...parts, limits].join('\n\n')}\n`).toMatchFileSnapshot(
    '../../../../docs/emulator-reference.md',
  );
});
