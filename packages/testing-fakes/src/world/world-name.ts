/** Names of worlds, which are also part of their API keys. */
import { parseInput } from '@parlance/schemas/validation/kit';
import * as z from 'zod';

/** Schema of the name of a world. */
export const WorldNameSchema: z.ZodString = z
  .string()
  .regex(
    /^[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,62}[A-Za-z0-9])?$/,
    'must be 1 to 64 letters, digits, dots, dashes or underscores, starting and ending with a letter or digit',
  );

/**
 * Validates the name of a world.
 *
 * @throws {InputError} When the name cannot be part of a key.
 */
export function checkWorldName(name: unknown): void {
  parseInput(WorldNameSchema, name, { source: 'world' });
}
