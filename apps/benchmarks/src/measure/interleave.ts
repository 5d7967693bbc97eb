/** Fair comparison of contenders that share a machine. */
import { summarize, type Summary } from './statistics.ts';

/** Cost of one contender. */
export interface Measured {
  /** Absolute cost. */
  readonly cost: Summary;
  /** Cost relative to the baseline in the same round. */
  readonly ratio: Summary;
}

/** An item to measure. */
export interface Item {
  readonly name: string;
  /** Measures the item only in every nth round, starting with the first. Default 1. */
  readonly everyNthRound?: number;
}

/** The costs of each item, one per round; `NaN` for the rounds in which it was not measured. */
export type Costs = ReadonlyMap<string, readonly number[]>;

/** Costs by contender name. */
export type MeasuredByName = Readonly<Record<string, Measured>>;

/**
 * Measures each item once per round, starting each round with a different one, so that noise affects all items
 * equally.
 */
export async function interleave<T extends Item>(
  items: readonly T[],
  rounds: number,
  measure: (item: T) => Promise<number>,
): Promise<Costs> {
  const costs = new Map<string, number[]>(items.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    const first = round % items.length;
    for (const item of [...items.slice(first), ...items.slice(0, first)]) {
      const isDue = round % (item.everyNthRound ?? 1) === 0;
      costs.get(item.name)?.push(isDue ? await measure(item) : Number.NaN);
    }
  }
  return costs;
}

/** Compares each contender with the baseline, round by round. */
export function relativeTo(baseline: string, costs: Costs): MeasuredByName {
  const base = costs.get(baseline);
  if (!base) throw new Error(`the baseline ${baseline} was not measured`);
  const entries = [...costs].map(([name, values]) => {
    const measured = values.flatMap((value, round) =>
      Number.isNaN(value) ? [] : [{ value, ratio: value / (base[round] ?? Number.NaN) }],
    );
    const cost = summarize(measured.map(({ value }) => value));
    return [name, { cost, ratio: summarize(measured.map(({ ratio }) => ratio)) }] as const;
  });
  return Object.fromEntries(entries);
}
