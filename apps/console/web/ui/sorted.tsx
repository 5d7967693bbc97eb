import { useView } from './view.js';

/** How a table is sorted. */
export interface Sorting<C extends string> {
  readonly column: C;
  readonly descending: boolean;
  /** Sorts by a column, or in the other direction if the table is already sorted by it. */
  readonly toggle: (column: C) => void;
}

/** Keeps how a table is sorted, in the URL. Sorting shows its first page again. */
export function useSorting<C extends string>(first: C): Sorting<C> {
  const [{ sort }, setView] = useView({ sort: first as string, page: '1' });
  const descending = sort.startsWith('-');
  const column = (descending ? sort.slice(1) : sort) as C;
  const toggle = (next: C): void =>
    setView({ sort: next === column && !descending ? `-${next}` : next, page: '1' });
  return { column, descending, toggle };
}

/** Returns the rows in order, compared by the text of the column. */
export function sortRows<T extends Readonly<Record<C, string>>, C extends string>(
  rows: readonly T[],
  { column, descending }: Pick<Sorting<C>, 'column' | 'descending'>,
): T[] {
  const compare = new Intl.Collator('en', { numeric: true }).compare;
  const sorted = rows.toSorted((one, other) => compare(one[column], other[column]));
  return descending ? sorted.toReversed() : sorted;
}

/** A column header that sorts the table. */
export function SortHeader<C extends string>(props: {
  readonly column: C;
  readonly label: string;
  readonly sorting: Sorting<C>;
}) {
  const { column, label, sorting } = props;
  const isSorted = sorting.column === column;
  return (
    <th scope="col" aria-sort={isSorted ? (sorting.descending ? 'descending' : 'ascending') : undefined}>
      <button type="button" className="sort" onClick={() => sorting.toggle(column)}>
        {label}
        <span aria-hidden="true">{isSorted ? (sorting.descending ? ' ↓' : ' ↑') : ''}</span>
      </button>
    </th>
  );
}
