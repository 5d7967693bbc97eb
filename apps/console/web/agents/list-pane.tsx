import type { ReactNode } from 'react';
import { Icon } from '../ui/icon.js';

/** An item of a list. */
export interface ListItem {
  readonly id: string;
  readonly title: string;
  readonly below: ReactNode;
}

interface Props {
  readonly label: string;
  readonly items: readonly ListItem[];
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
  /** Label of the button above the list that creates an item. */
  readonly createLabel: string;
  readonly onCreate: () => void;
  /** The filter for archived items. Omit it where items cannot be archived. */
  readonly archived?: { readonly isShown: boolean; readonly onChange: (isShown: boolean) => void };
  /** Other filters. */
  readonly filters?: ReactNode;
  /** Loads the next page. Omit it on the last page. */
  readonly onMore?: (() => void) | undefined;
  /** Empty state of the list. */
  readonly children: ReactNode;
}

/** A list of items, shown next to the details of the selected one. */
export function ListPane({ label, items, chosen, onChoose, createLabel, archived, ...props }: Props) {
  return (
    <section className="card list" aria-label={label}>
      <div className="list-head row spread">
        <button type="button" className="button tiny" onClick={props.onCreate}>
          <Icon name="plus" size={16} /> {createLabel}
        </button>
        {archived !== undefined && (
          <label className="check small">
            <input
              type="checkbox"
              checked={archived.isShown}
              onChange={(event) => archived.onChange(event.target.checked)}
            />
            Show archived
          </label>
        )}
        {props.filters}
      </div>
      {items.length === 0 && props.children}
      <ul>
        {items.map(({ id, title, below }) => (
          <li key={id}>
            <button type="button" aria-current={id === chosen} onClick={() => onChoose(id)}>
              <strong className="truncate">{title}</strong>
              <span className="row small muted">{below}</span>
            </button>
          </li>
        ))}
      </ul>
      {props.onMore !== undefined && (
        <button type="button" className="button tiny more" onClick={props.onMore}>
          Load more
        </button>
      )}
    </section>
  );
}

/** The header of the details: title, subtitle, status and actions. */
export function DetailHead(props: {
  readonly title: string;
  readonly below: ReactNode;
  readonly onBack: () => void;
  readonly chips?: ReactNode;
  /** The buttons. */
  readonly children?: ReactNode;
}) {
  return (
    <header className="row spread">
      <div className="row detail-title">
        <button
          type="button"
          className="button quiet icon back"
          aria-label="Back to list"
          onClick={props.onBack}
        >
          <Icon name="back" />
        </button>
        <div>
          <h2>{props.title}</h2>
          <p className="muted small">{props.below}</p>
        </div>
        {props.chips}
      </div>
      <div className="row">{props.children}</div>
    </header>
  );
}
