import type { ReactNode } from 'react';
import { Button } from './button.js';
import { formatCount } from './format.js';

/** Rows of a table that are rendered at once. */
const ROWS_PER_PAGE = 100;

/** The rows on a page of a table. */
export interface PageOfRows {
  /** Page number, starting at 0. */
  readonly page: number;
  readonly last: number;
  readonly start: number;
  readonly end: number;
  readonly total: number;
}

/** Returns the rows on a page. A page that does not exist, as in an old link, is replaced by the nearest one. */
export function pageOfRows(page: number, total: number): PageOfRows {
  const last = Math.max(0, Math.ceil(total / ROWS_PER_PAGE) - 1);
  const nearest = Math.max(0, Math.min(page || 0, last));
  const start = nearest * ROWS_PER_PAGE;
  return { page: nearest, last, start, end: Math.min(total, start + ROWS_PER_PAGE), total };
}

/** Turns the pages of a table, and shows which of its rows are on screen. */
export function Pages(props: {
  /** Accessible name. */
  readonly label: string;
  readonly rows: PageOfRows;
  readonly onPage: (page: number) => void;
  readonly previous?: string;
  readonly next?: string;
  /** What can be done with all rows. */
  readonly children?: ReactNode;
}) {
  const { label, rows, onPage, previous = 'Previous', next = 'Next', children } = props;
  const { page, last, start, end, total } = rows;
  return (
    <nav className="row filters" aria-label={label}>
      <Button size="tiny" disabled={page === 0} onClick={() => onPage(page - 1)}>
        {previous}
      </Button>
      <Button size="tiny" disabled={page === last} onClick={() => onPage(page + 1)}>
        {next}
      </Button>
      <span className="muted small numbers" aria-live="polite">
        {formatCount(start + 1)}–{formatCount(end)} of {formatCount(total)}
      </span>
      {children}
    </nav>
  );
}
