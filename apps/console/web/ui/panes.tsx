import { Suspense, type ReactNode, type Ref } from 'react';
import { Empty, NotFound } from './empty.js';
import type { IconName } from './icon.js';
import { useView } from './view.js';
import { Button, IconButton } from './button.js';
import { Spinner } from './spinner.js';

/** An item of a list. */
export interface ListItem {
  readonly id: string;
  readonly title: ReactNode;
  readonly below: ReactNode;
}

/** Explains that nothing is selected, or that what the URL names does not exist. */
export interface NoDetail {
  readonly isMissing: boolean;
  /** What to select. */
  readonly title: string;
  /** What selecting does. */
  readonly text?: string;
  readonly what: string;
  /** Why it may be missing. */
  readonly hint?: string;
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
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
  /** Label of the button above the list that creates an item. Omit it where items are not created. */
  readonly createLabel?: string;
  readonly onCreate?: () => void;
  /** The filter for archived items. Omit it where items cannot be archived. */
  readonly archived?: ArchivedFilter;
  /** Other filters. */
  readonly filters?: ReactNode;
  /** Shows more items. Omit it when all are shown. */
  readonly onMore?: (() => void) | undefined;
  readonly isLoading?: boolean;
  /** The list, which can be focused. */
  readonly ref?: Ref<HTMLElement>;
  readonly icon: IconName;
  /** Shown in place of an empty list. */
  readonly empty: { readonly title: string; readonly text: string };
  /** Shown in place of the details while nothing is selected. */
  readonly none: NoDetail;
  /** The details of the selected item, or a form. */
  readonly children: ReactNode;
}

/** A list of items, next to the details of the selected one. A narrow screen shows either. */
export function Panes(props: Props) {
  const { label, items, chosen, onChoose, icon, empty, none, children } = props;
  const isEmpty = !children;
  return (
    <div className={`panes ${isEmpty ? (none.isMissing ? 'missing' : '') : 'chosen'}`}>
      <section
        className="card list"
        aria-label={label}
        aria-busy={props.isLoading}
        ref={props.ref}
        tabIndex={-1}
      >
        <ListHead {...props} />
        {items.length === 0 && props.isLoading !== true && (
          <Empty icon={icon} title={empty.title}>
            <p>{empty.text}</p>
          </Empty>
        )}
        <ul>
          {items.map(({ id, title, below }) => (
            <li key={id}>
              <button type="button" aria-current={id === chosen} onClick={() => onChoose(id)}>
                <strong className="truncate">{typeof title === 'string' ? title.trim() || id : title}</strong>
                <span className="row small muted numbers">{below}</span>
              </button>
            </li>
          ))}
        </ul>
        {props.onMore !== undefined && (
          <Button size="tiny" className="more" onClick={props.onMore}>
            Show more
          </Button>
        )}
      </section>
      {isEmpty ? (
        <div className="card detail">
          {none.isMissing ? (
            <NotFound what={none.what}>{none.hint !== undefined && <p>{none.hint}</p>}</NotFound>
          ) : (
            <Empty icon={icon} title={none.title}>
              {none.text !== undefined && <p>{none.text}</p>}
            </Empty>
          )}
        </div>
      ) : (
        <Suspense
          fallback={
            <div className="card detail">
              <Spinner />
            </div>
          }
        >
          {children}
        </Suspense>
      )}
    </div>
  );
}

function ListHead({ createLabel, onCreate, archived, filters }: Props) {
  if (createLabel === undefined) return null;
  return (
    <div className="list-head row spread">
      <Button size="tiny" icon="plus" onClick={onCreate}>
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
      {filters}
    </div>
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
        <IconButton icon="back" label="Back to list" className="back" onClick={props.onBack} />
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
