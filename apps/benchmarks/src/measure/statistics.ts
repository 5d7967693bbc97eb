/** Medians and quartiles. */

/** The middle of several measurements and how far they spread. */
export interface Summary {
  readonly median: number;
  /** First and third quartile. */
  readonly quartiles: readonly [number, number];
}

/** Summarizes measurements; there must be at least one. */
export function summarize(values: readonly number[]): Summary {
  const sorted = [...values].sort((a, b) => a - b);
  return { median: quantile(sorted, 0.5), quartiles: [quantile(sorted, 0.25), quantile(sorted, 0.75)] };
}

/** The slope of the least-squares line through points whose x is their index. */
export function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let covariance = 0;
  let variance = 0;
  for (const [index, value] of values.entries()) {
    covariance += (index - middle) * (value - mean);
    variance += (index - middle) ** 2;
  }
  return covariance / variance;
}

function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)];
  const above = sorted[Math.ceil(at)];
  if (below === undefined || above === undefined) throw new RangeError('no measurements');
  return below + (above - below) * (at - Math.floor(at));
}
