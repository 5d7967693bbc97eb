/** Checks of the options that all client tools share. */
import { isA, must, type Check } from '@parlance/core-transport/internal';

/** A number of bytes. */
export const byteCount: Check = must(
  'a number of at least 1',
  (value) => typeof value === 'number' && value >= 1,
);

/** Checks of the shared options. */
export const sharedChecks: Readonly<Record<'maxOutputBytes' | 'definition' | 'approval', Check>> = {
  maxOutputBytes: byteCount,
  definition: isA('object'),
  approval: isA('boolean', 'function'),
};
