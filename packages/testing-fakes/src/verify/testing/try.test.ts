import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { scenariosOf } from './write-scenarios.js';
test('x', async () => {
  const list = await scenariosOf('/tmp/cases');
  writeFileSync(
    new URL('../scenarios.json', import.meta.url),
    `[\n${list.map((s) => JSON.stringify(s)).join(',\n')}\n]\n`,
  );
  console.log(
    list.length,
    list.reduce((n, s) => n + s.steps.length, 0),
    new Set(list.flatMap((s) => s.rules)).size,
    JSON.stringify(list).length,
  );
  expect(1).toBe(1);
}, 580000);
