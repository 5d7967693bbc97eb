/** One line of a report. */
import type { MeasuredByName } from '../measure/interleave.ts';

/** What was measured for one budget. */
export interface Row {
  readonly id: string;
  readonly title: string;
  /** The budget as a reader sees it, for example `<= 1.20x`. */
  readonly budget: string;
  /** The budget as a multiple of the baseline, where it is one. */
  readonly limit?: number;
  /** What Parlance needs, as a reader sees it. */
  readonly figure: string;
  /** Null where nothing is demanded. */
  readonly passed: boolean | null;
  /** The figure is the same in every run, so that it can decide about a change. */
  readonly exact?: true;
  /** What an absolute cost counts. Default `us`, microseconds. */
  readonly unit?: 'us' | 'ms' | 'B';
  /** Every contender, where several were compared. */
  readonly contenders?: MeasuredByName;
  /** What else a reader should know. */
  readonly note?: string;
}

/** A row that compares Parlance with the baseline. */
export function ratioRow(
  row: {
    readonly id: string;
    readonly title: string;
    readonly limit: number;
    readonly unit?: 'us' | 'ms' | 'B';
  },
  contenders: MeasuredByName,
  subject = 'parlance',
): Row {
  const measured = contenders[subject];
  if (!measured) throw new Error(`${row.id}: ${subject} was not measured`);
  return {
    ...row,
    budget: `<= ${row.limit.toFixed(2)}x`,
    figure: `${measured.ratio.median.toFixed(2)}x`,
    passed: measured.ratio.median <= row.limit,
    contenders,
  };
}
