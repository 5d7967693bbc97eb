import { checkRecord, wholeNumber } from '@parlance/core-transport/internal';

const SHORTEST_DURATION_MS = 1_000;

/** The longest delay of a timer, about 24 days. A longer one would renew the lease all the time. */
const LONGEST_DURATION_MS = 2_147_483_647;

/**
 * Checks how long a lease lasts.
 *
 * @throws {ConfigError} When it is not a whole number in the range. PostgreSQL stores no fractions.
 */
export function checkLeaseDuration(option: string, ms: number): void {
  checkRecord('', { [option]: ms }, { [option]: wholeNumber(SHORTEST_DURATION_MS, LONGEST_DURATION_MS) });
}
