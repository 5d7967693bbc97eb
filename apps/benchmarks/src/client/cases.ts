/** The cases that compare the cost of client work, one per budget. */
import type { Work } from '../contenders/contender.ts';
import type { Cut } from '../server/framing.ts';
import {
  DELTA_TEXT,
  MEGABYTE,
  PAGE_ITEMS,
  SMALL_CHARACTERS,
  THINKING_MS,
  toolRows,
} from '../server/scenarios.ts';

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

const text = (deltas: number) => deltas * DELTA_TEXT.length;
const small = { work: 'create', scenario: 'small', expect: SMALL_CHARACTERS } as const;

export const cases: readonly Case[] = [
  { id: 'small', title: 'small JSON call, one at a time', budget: 1.0, ...small, times: 1500 },
  { id: 'small-64', title: 'small JSON call, 64 at once', budget: 1.0, ...small, times: 1280, atOnce: 64 },
  {
    id: 'large-response',
    title: '1 MB response, one at a time',
    budget: 1.0,
    work: 'create',
    scenario: 'large-response',
    expect: MEGABYTE,
    times: 30,
  },
  {
    id: 'large-request',
    title: '1 MB request, one at a time',
    budget: 1.05,
    work: 'createLarge',
    scenario: 'small',
    expect: SMALL_CHARACTERS,
    times: 30,
  },
  stream({ deltas: 20, cut: 'coalesced', budget: 1.5, times: 600 }),
  stream({ deltas: 200, cut: 'coalesced', budget: 1.2, times: 200 }),
  stream({ deltas: 200, cut: 'event', budget: 1.2, times: 80 }),
  stream({ deltas: 200, cut: 'split', budget: 1.2, times: 80 }),
  stream({ deltas: 200, cut: 'chunks', budget: 1.2, times: 150 }),
  stream({ deltas: 20_000, cut: 'coalesced', budget: 1.15, times: 3 }),
  stream({ deltas: 20_000, cut: 'event', budget: 1.15, times: 1 }),
  stream({ deltas: 20_000, cut: 'split', budget: 1.15, times: 1 }),
  stream({ deltas: 20_000, cut: 'chunks', budget: 1.15, times: 1 }),
  {
    ...stream({ deltas: 20_000, cut: 'coalesced', budget: 1.25, times: 3 }),
    scenario: 'named-stream-20000-coalesced',
    subject: 'parlance-naming',
    id: 'naming-stream',
    title: 'stream of 20,000 deltas with naming, coalesced chunks',
  },
  {
    id: 'final-text',
    title: 'final message of 200,000 text deltas',
    budget: 1.1,
    work: 'finalText',
    scenario: 'text-200000',
    expect: text(200_000),
    times: 1,
  },
  {
    id: 'final-tool-input',
    title: 'final value of a 1 MB tool input in 50,000 deltas, coalesced chunks',
    budget: 1.2,
    work: 'finalToolInput',
    scenario: 'tool-1mb',
    expect: toolRows(MEGABYTE),
    times: 1,
  },
  {
    id: 'final-tool-input-split',
    title: 'final value of a 1 MB tool input in 50,000 deltas, split at random offsets',
    budget: 1.2,
    work: 'finalToolInput',
    scenario: 'tool-1mb-split',
    expect: toolRows(MEGABYTE),
    times: 1,
  },
  {
    id: 'first-event',
    title: 'time to first event (wall), opening events and first delta in one write',
    budget: 1.3,
    work: 'firstEvent',
    scenario: 'first-event',
    expect: 'positive',
    times: 100,
    metric: 'result',
  },
  {
    id: 'thinking-first-event',
    title: `time to first event (wall), opening event ${THINKING_MS} ms before the content`,
    budget: null,
    work: 'firstEvent',
    scenario: 'thinking',
    expect: 'positive',
    times: 5,
    metric: 'result',
    note: 'by decision, opening events wait for the first content, because until then a stream can be retried',
  },
  {
    id: 'thinking-first-event-at-once',
    title: "the same with `retry: { streamUntil: 'event' }`",
    budget: 1.3,
    work: 'firstEvent',
    scenario: 'thinking',
    expect: 'positive',
    times: 5,
    metric: 'result',
    subject: 'parlance-at-once',
  },
  {
    id: 'thinking-first-content',
    title: `time to first content (wall), opening event ${THINKING_MS} ms before the content`,
    budget: 1.3,
    work: 'firstContent',
    scenario: 'thinking',
    expect: 'positive',
    times: 5,
    metric: 'result',
  },
  {
    id: 'pages',
    title: '100 pages of 1,000 items',
    budget: 1.05,
    work: 'pages',
    scenario: 'pages',
    expect: PAGE_ITEMS,
    times: 1,
  },
  {
    id: 'open-streams',
    title: 'memory per open stream, 1,000 at once',
    budget: 1.3,
    work: 'openStream',
    scenario: 'open',
    expect: 'positive',
    times: 1000,
    atOnce: 1000,
    metric: 'retained',
  },
];

interface StreamRow extends Pick<Case, 'budget' | 'times'> {
  readonly deltas: number;
  readonly cut: Cut;
}

function stream({ deltas, cut, budget, times }: StreamRow): Case {
  const how = {
    coalesced: 'coalesced chunks',
    event: 'one event per write',
    split: 'split at random offsets',
    chunks: 'one event per HTTP chunk, many in a write',
  }[cut];
  return {
    id: `stream-${deltas}-${cut}`,
    title: `stream of ${deltas.toLocaleString('en')} deltas, ${how}`,
    budget,
    work: 'stream',
    scenario: `stream-${deltas}-${cut}`,
    expect: text(deltas),
    times,
  };
}
