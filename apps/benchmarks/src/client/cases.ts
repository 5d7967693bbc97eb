/** The cases that compare the cost of client work. They are in `cases.json`. */
import type { Work } from '../contenders/contender.ts';
import type { Job } from '../measure/job.ts';
import list from './cases.json' with { type: 'json' };

/** The part of a `Cost` to compare: CPU time, the median of the results, or the memory retained afterwards. */
export type Metric = 'cpu' | 'result' | 'retained';

/** One case: work done by each contender, compared with a baseline. */
export interface Case {
  readonly id: string;
  readonly title: string;
  /** Maximum cost of Parlance, as a multiple of the baseline; null if the value is only recorded. */
  readonly budget: number | null;
  readonly work: keyof Work;
  readonly scenario: string;
  readonly expect: number | 'positive';
  /** Repetitions per round. */
  readonly times: number;
  /** Concurrency. Defaults to 1. */
  readonly atOnce?: number;
  /** Defaults to `cpu`. */
  readonly metric?: Metric;
  /** Module of Parlance with options, in place of Parlance without. */
  readonly subject?: 'parlance-naming' | 'parlance-at-once';
  /** Additional information for the report. */
  readonly note?: string;
}

/** A variant of Parlance: the name of a module in `contenders`, and its scenario if it has its own. */
interface Variant {
  readonly module: string;
  readonly scenario?: string;
}

/** A limit of a case. */
interface Limit {
  /** Module of the baseline in `contenders`. */
  readonly baseline: string;
  /** How the title of the row describes the baseline. */
  readonly relativeTo: string;
  /** Maximum cost as a multiple of the baseline; null if the value is only recorded. */
  readonly budget: number | null;
}

/** One measurement, with a row for each limit. */
export interface VariantCase {
  readonly id: string;
  readonly title: string;
  readonly scenario: string;
  readonly job: Job;
  readonly subject: Variant;
  readonly limits: readonly Limit[];
}

/** Compared with other libraries. A case is one budget. */
export const cases = list.peers as readonly Case[];

/** Compared with Parlance without an option. */
export const variantCases = list.variants as readonly VariantCase[];
