/** Names of worlds, which are also the rest of their keys. */
import { parseInput } from '@parlance/schemas/validation';
import * as z from 'zod';

/** The name of a world. */
export const WorldNameSchema: z.ZodString = z
  .string()
  .regex(
    /^[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,62}[A-Za-z0-9])?$/,
    'must be 1 to 64 letters, digits, dots, dashes and underscores, a letter or digit first and last',
  );

/**
 * Checks the name of a world.
 *
 * @throws {InputError} When no key could name it.
 */
export function checkWorldName(name: unknown): void {
  parseInput(WorldNameSchema, name, { source: 'world' });
}
