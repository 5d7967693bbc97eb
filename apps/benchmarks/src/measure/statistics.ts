/** Medians and quartiles. */

/** Median and spread of several measurements. */
export interface Summary {
  readonly median: number;
  /** First and third quartile. */
  readonly quartiles: readonly [number, number];
}

/**
 * Summarizes measurements.
 *
 * @throws {RangeError} When the list is empty.
 */
export function summarize(values: readonly number[]): Summary {
  const sorted = [...values].sort((a, b) => a - b);
  return { median: quantile(sorted, 0.5), quartiles: [quantile(sorted, 0.25), quantile(sorted, 0.75)] };
}

function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)];
  const above = sorted[Math.ceil(at)];
  if (below === undefined || above === undefined) throw new RangeError('no measurements');
  return below + (above - below) * (at - Math.floor(at));
}
