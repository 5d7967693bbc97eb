import { isDeepStrictEqual } from 'node:util';
import { control, crashed } from './crash-everywhere.js';
import { random } from './random-organization.js';

/**
 * Applies random plans, and crashes in them.
 *
 * @param first - The first seed.
 * @param runs - Number of crashes; eight for each seed.
 * @returns What was wrong, with the seeds.
 */
export async function convergence(first: number, runs: number): Promise<readonly string[]> {
  const problems: string[] = [];
  for (let seed = first; seed < first + runs / 8; seed += 1) {
    const next = random(seed);
    const { steps, second, plan, isIdle, ...whole } = await control(seed);
    const check = (name: string, value: unknown, expected: unknown): void => {
      if (!isDeepStrictEqual(value, expected))
        problems.push(`seed ${seed}, ${name}: ${JSON.stringify(value)}`);
    };
    const { refused, changed, unverified, found, undo } = whole.result;
    check('apply', [refused, changed, unverified, found], [[], [], [], 0]);
    check('second plan', [second.actions, isIdle], [[], true]);
    check('undo', [whole.undone.refused, whole.undone.changed, whole.undone.unverified], [[], [], []]);
    if (undo.notes.length === 0) check('undone', whole.after, whole.before);
    for (let index = 0; index < 8; index += 1) {
      const at = 1 + Math.floor(next() * steps);
      const { organization, writes, result } = await crashed(seed, at, next() < 0.5);
      const crash = `crash at ${at} of ${steps}`;
      check(crash, [organization, writes], [whole.organization, whole.writes]);
      check(crash, result.found + result.done, plan.actions.length);
    }
  }
  return problems;
}

/** The seed of a run, which can be repeated by setting PARLANCE_SEED. */
export const SEED: number = Number(process.env['PARLANCE_SEED'] ?? Math.floor(Math.random() * 1_000_000));
