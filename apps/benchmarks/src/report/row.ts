/** A row of a report. */
import type { MeasuredByName } from '../measure/interleave.ts';

/** The measurement of one budget. */
export interface Row {
  readonly id: string;
  readonly title: string;
  /** The formatted budget, for example `<= 1.20x`. */
  readonly budget: string;
  /** The budget relative to the baseline, if it is a ratio. */
  readonly limit?: number;
  /** The formatted value of Parlance. */
  readonly figure: string;
  /** Null if there is no budget. */
  readonly passed: boolean | null;
  /** Unit of absolute costs. Defaults to `us`, microseconds. */
  readonly unit?: 'us' | 'ms' | 'B';
  /** All contenders, if several were compared. */
  readonly contenders?: MeasuredByName;
  /** Additional information. */
  readonly note?: string;
}

/** Creates a row that compares a contender with the baseline. */
export function ratioRow(
  {
    limit,
    ...row
  }: {
    readonly id: string;
    readonly title: string;
    /** Null if the value is only recorded. */
    readonly limit: number | null;
    readonly unit?: 'us' | 'ms' | 'B';
    readonly note?: string;
  },
  contenders: MeasuredByName,
  subject = 'parlance',
): Row {
  const measured = contenders[subject];
  if (!measured) throw new Error(`${row.id}: ${subject} was not measured`);
  return {
    ...row,
    ...(limit === null ? {} : { limit }),
    budget: limit === null ? '' : `<= ${limit.toFixed(2)}x`,
    figure: `${measured.ratio.median.toFixed(2)}x`,
    passed: limit === null ? null : measured.ratio.median <= limit,
    contenders,
  };
}
