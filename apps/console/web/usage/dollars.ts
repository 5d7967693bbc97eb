/** Returns a format for US dollars, with as many digits as a small total needs. */
export function dollarsOf(total: number): (cost: number) => string {
  const digits = digitsOf(total);
  const { format } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format;
}

/** Formats US dollars so that the parts, as they are shown, add up to the total. */
export function dollarsThatAddUp(costs: readonly number[]): readonly [total: string, ...parts: string[]] {
  const total = costs.reduce((sum, cost) => sum + cost, 0);
  const format = dollarsOf(total);
  const units = 10 ** digitsOf(total);
  const floors = costs.map((cost) => Math.floor(cost * units));
  const missing = Math.round(total * units) - floors.reduce((sum, floor) => sum + floor, 0);
  // The parts with the largest remainders are rounded up.
  const roundedUp = costs
    .map((cost, index) => ({ index, remainder: cost * units - (floors[index] ?? 0) }))
    .toSorted((a, b) => b.remainder - a.remainder)
    .slice(0, missing)
    .map(({ index }) => index);
  const parts = floors.map((floor, index) => (floor + (roundedUp.includes(index) ? 1 : 0)) / units);
  return [format(total), ...parts.map(format)];
}

function digitsOf(total: number): number {
  return total >= 1 || total === 0 ? 2 : total >= 0.01 ? 4 : 6;
}
