import { isValidElement, type ReactElement, type ReactNode } from 'react';

interface Props {
  readonly label: string;
  /** The header: texts, or `<th>` elements with keys. */
  readonly columns: readonly (string | ReactElement)[];
  readonly caption?: string;
  /** The rows. */
  readonly children: ReactNode;
}

/** A table, in a frame that scrolls when the table is too wide. */
export function Table({ label, columns, caption, children }: Props) {
  return (
    <div className="card table-frame" tabIndex={0} role="region" aria-label={label}>
      <table className="table">
        {caption !== undefined && <caption className="visually-hidden">{caption}</caption>}
        <thead>
          <tr>
            {columns.map((column) =>
              isValidElement(column) ? (
                column
              ) : (
                <th key={column} scope="col">
                  {column}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** The header of a column of buttons, which is only read aloud. */
export function HiddenHeader({ label }: { readonly label: string }) {
  return (
    <th scope="col">
      <span className="visually-hidden">{label}</span>
    </th>
  );
}
