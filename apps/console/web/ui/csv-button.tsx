import { Button } from './button.js';
import { toCsv, type Cell } from './csv.js';

interface Rows<C extends string> {
  readonly columns: readonly C[];
  /** Returns the rows, which can have more than the columns. */
  readonly rows: () => Iterable<Readonly<Record<C, Cell>>>;
}

/** Downloads the rows of a table as CSV, as they are filtered and sorted. `name` is that of the file, without extension. */
export function CsvButton<C extends string>(props: Rows<C> & { readonly name: string }) {
  const download = (): void => {
    // The byte order mark makes spreadsheets read the file as UTF-8.
    const blob = new Blob(['\uFEFF', toCsv(props.columns, cellsOf(props))], { type: 'text/csv' });
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = `${props.name}.csv`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <Button size="tiny" icon="download" onClick={download}>
      CSV
    </Button>
  );
}

function* cellsOf<C extends string>({ columns, rows }: Rows<C>): Generator<Cell[], void> {
  for (const row of rows()) yield columns.map((column) => row[column]);
}
