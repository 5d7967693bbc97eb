import { ConfigError } from '@parlance/schemas/kit';

const SHORTEST_DURATION_MS = 1_000;

/** The longest delay of a timer, about 24 days. A longer one would renew the lease all the time. */
const LONGEST_DURATION_MS = 2_147_483_647;

/**
 * Checks how long a lease lasts.
 *
 * @throws {ConfigError} When it is not a whole number in the range. PostgreSQL stores no fractions.
 */
export function checkLeaseDuration(option: string, ms: number): void {
  if (Number.isInteger(ms) && ms >= SHORTEST_DURATION_MS && ms <= LONGEST_DURATION_MS) return;
  throw new ConfigError(
    option,
    `${option} must be a whole number from ${SHORTEST_DURATION_MS} to ${LONGEST_DURATION_MS}`,
  );
}
