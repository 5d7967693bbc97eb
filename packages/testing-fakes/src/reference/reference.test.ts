import { expect, test } from 'vitest';
import { LIMIT_FAMILIES } from '../organization/rate-limits.js';
import { readInterfaces, type DocumentedInterface } from '../testing/read-interfaces.js';

const PARTS = [
  ['Scenarios', '../fake/scenario.ts'],
  ['Requests', '../scenario/request-match.ts'],
  ['Records', '../compliance/scenario/records.ts'],
  ['Replies', '../model/script.ts'],
  ['Sessions', '../managed-agents/run/session-scenario.ts'],
  ['Exchanges', '../exchanges/exchange.ts'],
  ['Divergences', '../exchanges/divergence.ts'],
  ['Clock', '../world/clock-change.ts'],
  ['Faults', '../faults/fault.ts'],
  ['Rate limits', '../limits/rate-limit.ts'],
] as const;

const cell = (text: string): string => text.replaceAll('|', '\\|');

function write({ name, text, fields }: DocumentedInterface): string {
  const rows = fields.map((field) => `| \`${field.name}\` | \`${cell(field.type)}\` | ${cell(field.text)} |`);
  return [`### ${name}`, '', text, '', '| Field | Type | Meaning |', '|---|---|---|', ...rows].join('\n');
}

test('docs/emulator-reference.md matches the types', async () => {
  const parts = PARTS.map(([title, file]) => {
    const interfaces = readInterfaces(new URL(file, import.meta.url));
    expect(interfaces).not.toEqual([]);
    return [`## ${title}`, ...interfaces.map(write)].join('\n\n');
  });
  const families = LIMIT_FAMILIES.map((family) => `\`${family}\``).join(', ');
  const limits = `Rate limits are an object of these, by operation family: ${families}. A family that is left out is unlimited.`;
  const head = [
    '# Emulator reference: scenarios',
    '',
    'A scenario is one document in JSON or YAML. The same form works in code (`createFake({ scenario })`, `fake.applyScenario()`),',
    'in files (`parlance-fakes serve --scenario FILE`) and over HTTP (`POST /_fake/worlds/{world}/scenario`). Each part also has',
    'an endpoint of its own: `/scripts` (the replies), `/sessions`, `/faults`, `/limits` and `/clock`. For an introduction, see',
    '[Testing with the emulator](guides/testing-with-the-emulator.md).',
    '',
    'This page is generated from the types. To update it, run `npx vitest run packages/testing-fakes/src/reference -u`.',
  ].join('\n');
  await expect(`${[head, ...parts, limits].join('\n\n')}\n`).toMatchFileSnapshot(
    '../../../../docs/emulator-reference.md',
  );
});
