import { test } from 'vitest';
import { writeFileSync, appendFileSync } from 'node:fs';
import { all, verifyPlants } from './testing/verify-plants.js';
import { chosenPlants } from './testing/chosen-plants.js';
import { ownPlants } from './testing/planted.js';
import { operationOf } from './operation-of.js';
test('dbg', { timeout: 900_000 }, async () => {
  writeFileSync('/tmp/plants.txt', '');
  const t = Date.now();
  for (const plant of [...chosenPlants, ...ownPlants]) {
    const [about = '', rest] = plant.name.split(': ');
    const some =
      rest === undefined || about.startsWith('GEN-')
        ? all
        : all.filter(
            ({ rules, steps }) => rules.includes(about) || steps.some((s) => operationOf(s)?.id === about),
          );
    try {
      const { divergences } = await verifyPlants([plant], some);
      if (divergences.length === 0)
        appendFileSync('/tmp/plants.txt', `MISSED ${plant.name} (${some.length})\n`);
    } catch (e) {
      appendFileSync('/tmp/plants.txt', `THREW ${plant.name} ${String(e).slice(0, 200)}\n`);
    }
  }
  appendFileSync('/tmp/plants.txt', `done in ${Date.now() - t}\n`);
});
