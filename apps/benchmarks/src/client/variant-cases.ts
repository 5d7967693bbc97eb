/** The cases that compare an option of Parlance with its absence, one per budget. */
import type { Job } from '../measure/job.ts';
import { DELTA_TEXT, SMALL_CHARACTERS } from '../server/scenarios.ts';

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

const small = { work: 'create', expect: SMALL_CHARACTERS } as const;
const one: Job = { ...small, times: 1500, atOnce: 1 };
const many: Job = { ...small, times: 1280, atOnce: 64 };
const longStream: Job = { work: 'stream', times: 3, atOnce: 1, expect: 20_000 * DELTA_TEXT.length };

const WITHOUT = { baseline: 'parlance-plain', relativeTo: 'Parlance without' };
const ZOD = { baseline: 'parlance-zod', relativeTo: 'the same zod schemas used directly', budget: 1.1 };
const naming: Variant = { module: 'parlance-naming', scenario: 'named-small' };
const validated: Variant = { module: 'parlance-validated' };

export const variantCases: readonly VariantCase[] = [
  {
    id: 'naming-small',
    title: 'small JSON call with naming, one at a time',
    scenario: 'small',
    job: one,
    subject: naming,
    limits: [{ ...WITHOUT, budget: 1.1 }],
  },
  {
    id: 'naming-small-64',
    title: 'small JSON call with naming, 64 at once',
    scenario: 'small',
    job: many,
    subject: naming,
    limits: [{ ...WITHOUT, budget: 1.1 }],
  },
  {
    id: 'limiter-small-64',
    title: 'small JSON call with the adaptive rate limiter, 64 at once, no limit met',
    scenario: 'small',
    job: many,
    subject: { module: 'parlance' },
    // Within noise.
    limits: [{ baseline: 'parlance-unlimited', relativeTo: 'one that admits everything', budget: 1.15 }],
  },
  {
    id: 'validation-small',
    title: 'small JSON call with validation, one at a time',
    scenario: 'small',
    job: one,
    subject: validated,
    limits: [{ ...WITHOUT, budget: 1.25 }, ZOD],
  },
  {
    id: 'validation-1mb',
    title: '1 MB response of 3,000 blocks with validation',
    scenario: 'blocks-1mb',
    job: { ...small, times: 20, atOnce: 1 },
    subject: validated,
    limits: [{ ...WITHOUT, budget: 1.25 }, ZOD],
  },
  {
    id: 'validation-10mb',
    title: '10 MB response of 30,000 blocks with validation',
    scenario: 'blocks-10mb',
    job: { ...small, times: 4, atOnce: 1 },
    subject: validated,
    limits: [{ ...WITHOUT, budget: 1.25 }, ZOD],
  },
  {
    id: 'validation-stream',
    title: 'stream of 20,000 deltas with validation, coalesced chunks',
    scenario: 'stream-20000-coalesced',
    job: longStream,
    subject: validated,
    limits: [{ ...WITHOUT, budget: null }, ZOD],
  },
];
