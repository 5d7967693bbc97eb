/** Checks checkpoints, which come from wherever the program stored them. */
import { wrong } from './option-checks.js';
import type { Checkpoint, JsonShape } from '@parlance/schemas/kit';
import { misfit } from './shape.js';

/** What all checkpoints of lists have. */
type ListCheckpoint = Pick<Checkpoint, 'operation' | 'filters'>;

/**
 * Returns the option `resumeFrom` of a list. Null counts as absent.
 *
 * @param value - The option.
 * @param own - Operation and filters of the list.
 * @param shape - Shape of the other members.
 * @throws {ConfigError} When it is not a checkpoint of this list.
 */
export function ownCheckpoint<T extends ListCheckpoint>(
  value: T | null | undefined,
  { operation, filters }: ListCheckpoint,
  shape: Readonly<Record<string, JsonShape>>,
): T | undefined {
  if (value == null) return undefined;
  const isOne = misfit(value, { operation: '', filters: '', ...shape }) === undefined;
  const isOwn = isOne && value.operation === operation;
  if (!isOwn || value.filters !== filters)
    throw wrong('resumeFrom', `must be a checkpoint of ${operation}${isOwn ? ' with the same filters' : ''}`);
  return value;
}
