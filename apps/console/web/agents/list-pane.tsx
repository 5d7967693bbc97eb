import type { ReactNode } from 'react';
import { Icon } from '../ui/icon.js';

/** What a list shows of something. */
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
  /** What the button above the list makes. */
  readonly making: string;
  readonly onMake: () => void;
  /** The filter for archived ones; left out where nothing is archived. */
  readonly archived?: { readonly isShown: boolean; readonly onChange: (isShown: boolean) => void };
  /** Other filters. */
  readonly filters?: ReactNode;
  /** Gets the next page; left out when there is none. */
  readonly onMore?: (() => void) | undefined;
  /** What stands there when the list is empty. */
  readonly children: ReactNode;
}

/** The list beside the details of what is chosen in it. */
export function ListPane({ label, items, chosen, onChoose, making, onMake, archived, ...props }: Props) {
  return (
    <section className="card list" aria-label={label}>
      <div className="list-head row spread">
        <button type="button" className="button tiny" onClick={onMake}>
          <Icon name="plus" size={16} /> {making}
        </button>
        {archived !== undefined && (
          <label className="check small">
            <input
              type="checkbox"
              checked={archived.isShown}
              onChange={(event) => archived.onChange(event.target.checked)}
            />
            Archived too
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
          More
        </button>
      )}
    </section>
  );
}

/** The head of the details: title, what it is, what can be done. */
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
          aria-label="Back to the list"
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
