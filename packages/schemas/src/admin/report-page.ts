/** Pages of usage and cost reports. */
import type { CursorPage } from '../kit/paging.js';

/** A page of a report: consecutive time buckets, oldest first. */
export interface ReportPage<Bucket> extends CursorPage<Bucket> {
  /** Whether more buckets follow. */
  has_more?: boolean | null | undefined;
}
