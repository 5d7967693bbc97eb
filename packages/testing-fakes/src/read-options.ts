/** Checks the options of an emulator. */
import type { FakeOptions } from './create-fake.js';
import { FIRST_MS, LAST_MS } from './world/instant.js';
import { FormError, number, objectOf, oneOf, whole, type Check } from './form/form.js';

/** Form of a world's name, which is the rest of its keys. */
export const WORLD_NAME: RegExp = /^[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,62}[A-Za-z0-9])?$/;

/** What {@link WORLD_NAME} asks, for people. */
export const WORLD_FORM =
  '1 to 64 letters, digits, dots, dashes and underscores, a letter or digit first and last';

const COUNT = whole(0, 10_000_000);
const flag = oneOf(true, false);
/** Checked by the part that they belong to. */
const elsewhere: Check = () => undefined;

const worldName: Check = (value, path) => {
  if (typeof value !== 'string' || !WORLD_NAME.test(value))
    throw new FormError(path, `must be ${WORLD_FORM}`);
};

const listener: Check = (value, path) => {
  if (typeof value !== 'function') throw new FormError(path, 'must be a function');
};

const keeper: Check = (value, path) => {
  if (typeof (value as { open?: unknown } | null)?.open !== 'function')
    throw new FormError(path, 'must be a keeper of worlds, such as openWorldFile() gives');
};

/** Every option: leaving one out does not compile. */
const checks: Readonly<Record<keyof FakeOptions, Check>> = {
  world: worldName,
  seed: oneOf('empty', 'demo'),
  demo: objectOf({ users: COUNT, chats: COUNT, activities: COUNT }),
  randomSeed: whole(0, Number.MAX_SAFE_INTEGER),
  clock: objectOf({
    mode: oneOf('skip', 'manual', 'running'),
    factor: number(0.000_001, 1_000_000),
    start: number(FIRST_MS, LAST_MS),
  }),
  faults: elsewhere,
  naming: elsewhere,
  store: keeper,
  rateLimits: elsewhere,
  maxIdleWorlds: whole(1, 1_000_000),
  journalSize: whole(0, 1_000_000),
  betas: oneOf('strict', 'lenient'),
  checkAnswers: flag,
  onRequest: listener,
  paceMs: whole(0, 86_400_000),
};
const options = objectOf(checks);

/**
 * Checks the options of an emulator.
 *
 * @param value - The options.
 * @throws {FormError} Naming the key and what is allowed.
 */
export function checkOptions(value: unknown): void {
  options(value, 'options');
}

/**
 * Checks the name of a world.
 *
 * @throws {FormError} When no key could name it.
 */
export function checkWorldName(name: string): void {
  worldName(name, 'world');
}
