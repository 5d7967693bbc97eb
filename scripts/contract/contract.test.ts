import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generate } from './generate.ts';
import { missingParts } from './missing-parts.ts';

test('every file that `pnpm contract` writes is up to date', async () => {
  const outdated = [...(await generate())].filter(
    ([file, text]) => !existsSync(file) || readFileSync(file, 'utf8') !== text,
  );
  expect(
    outdated.map(([file]) => `${file} is out of date: run "pnpm contract" and commit the result.`),
  ).toEqual([]);
});

test('every operation has a client method, a handler and a scenario, every rule a row', () => {
  expect(missingParts()).toEqual([]);
});
