import type { ReactNode } from 'react';
import { Empty, NotFound } from '../ui/empty.js';
import type { IconName } from '../ui/icon.js';
import { useView } from '../ui/view.js';
import { Button, IconButton } from '../ui/button.js';

/** An item of a list. */
export interface ListItem {
  readonly id: string;
  readonly title: string;
  readonly below: ReactNode;
}

/** Whether archived items are shown. */
export interface ArchivedFilter {
  readonly isShown: boolean;
  readonly onChange: (isShown: boolean) => void;
}

/** Keeps in the URL whether archived items are shown. */
export function useArchived(): ArchivedFilter {
  const [view, setView] = useView({ archived: '' });
  const onChange = (isShown: boolean) => setView({ archived: isShown ? 'shown' : '' });
  return { isShown: view.archived !== '', onChange };
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
  readonly archived?: ArchivedFilter;
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
        <Button look="tiny" icon="plus" onClick={props.onCreate}>
          {createLabel}
        </Button>
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
        <Button look="tiny more" onClick={props.onMore}>
          Load more
        </Button>
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
        <IconButton icon="back" label="Back to list" look="back" onClick={props.onBack} />
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

/** Shown in place of the details while nothing is selected, or when what the URL names does not exist. */
export function NoDetail(props: {
  readonly isMissing: boolean;
  readonly icon: IconName;
  /** What to select. */
  readonly title: string;
  readonly what: string;
  /** Why it may be missing. */
  readonly hint?: string;
}) {
  const { isMissing, icon, title, what, hint } = props;
  return (
    <div className="card detail">
      {isMissing ? (
        <NotFound what={what}>{hint !== undefined && <p>{hint}</p>}</NotFound>
      ) : (
        <Empty icon={icon} title={title} />
      )}
    </div>
  );
}
