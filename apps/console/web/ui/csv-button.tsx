import { Button } from './button.js';
import { toCsv, type Cell } from './csv.js';

/** Downloads the rows of a table as CSV, as they are filtered and sorted. */
export function CsvButton(props: {
  /** Name of the file, without extension. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: () => Iterable<readonly Cell[]>;
}) {
  const download = (): void => {
    // The byte order mark makes spreadsheets read the file as UTF-8.
    const blob = new Blob(['\uFEFF', toCsv(props.columns, props.rows())], { type: 'text/csv' });
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = `${props.name}.csv`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <Button look="tiny" icon="download" onClick={download}>
      CSV
    </Button>
  );
}
