/** Fair comparison of contenders that share a machine. */
import { summarize, type Summary } from './statistics.ts';

/** Cost of one contender. */
export interface Measured {
  /** Absolute cost. */
  readonly cost: Summary;
  /** Cost relative to the baseline in the same round. */
  readonly ratio: Summary;
}

/** Costs by contender name. */
export type MeasuredByName = Readonly<Record<string, Measured>>;

/**
 * Measures each item once per round, starting each round with a different one, so that noise affects all items
 * equally.
 */
export async function interleave<T extends { readonly name: string }>(
  items: readonly T[],
  rounds: number,
  measure: (item: T) => Promise<number>,
): Promise<Map<string, readonly number[]>> {
  const costs = new Map<string, number[]>(items.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    const first = round % items.length;
    for (const item of [...items.slice(first), ...items.slice(0, first)]) {
      costs.get(item.name)?.push(await measure(item));
    }
  }
  return costs;
}

/** Compares each contender with the baseline, round by round. */
export function relativeTo(baseline: string, costs: ReadonlyMap<string, readonly number[]>): MeasuredByName {
  const base = costs.get(baseline);
  if (!base) throw new Error(`the baseline ${baseline} was not measured`);
  const entries = [...costs].map(([name, values]) => {
    const ratios = values.map((value, round) => value / (base[round] ?? Number.NaN));
    return [name, { cost: summarize(values), ratio: summarize(ratios) }] as const;
  });
  return Object.fromEntries(entries);
}
