import type { ReactNode } from 'react';
import { formatDay } from '../ui/format.js';
import type { IconName } from '../ui/icon.js';
import { Pending } from '../ui/pending.js';
import { useView } from '../ui/view.js';
import { DetailHead, Panes, type ArchivedFilter } from '../ui/panes.js';
import { NameForm, type NameFormProps } from './name-form.js';
import { RemovalActions, type Removable } from '../ui/removal-actions.js';

/** A named container that can be archived, such as a vault. */
export interface Named {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
  readonly archived_at?: string | null | undefined;
}

interface Props {
  /** Short noun for one item, used in the URL and on buttons. */
  readonly noun: string;
  /** Full noun for one item. */
  readonly what: Removable;
  readonly icon: IconName;
  readonly loaded: {
    readonly data: readonly Named[] | undefined;
    readonly error: Error | null;
    readonly refetch: () => Promise<unknown>;
  };
  readonly archived: ArchivedFilter;
  /** The contract's schema of a name. */
  readonly schema: NameFormProps['schema'];
  /** Maximum length of a name, in characters. */
  readonly limit: number;
  /** What the name is used for. */
  readonly hint: string;
  /** What an item is used for. Shown in the empty state. */
  readonly purpose: string;
  readonly onCreate: (name: string) => Promise<{ readonly id: string }>;
  readonly onArchive: (id: string) => Promise<unknown>;
  readonly onDelete: (id: string) => Promise<unknown>;
  /** Renders the contents of an item. `isOpen` is false for archived items. */
  readonly children: (id: string, isOpen: boolean) => ReactNode;
}

/** A list of named items, with the selected or new one. The selection is in the URL. */
export function NamedTab(props: Props) {
  const { noun, what, icon, archived } = props;
  const { data, error, refetch } = props.loaded;
  const [view, setView] = useView({ [noun]: '', edit: '', open: '', memory: '' });
  const isCreating = view['edit'] !== '';
  const chosen = data?.find(({ id }) => id === view[noun]);
  const choose = (id: string) => setView({ [noun]: id, edit: '', open: '', memory: '' });
  const create = async (name: string): Promise<void> => {
    const { id } = await props.onCreate(name);
    await refetch();
    choose(id);
  };
  const onArchive = async (id: string): Promise<void> => {
    await props.onArchive(id);
    archived.onChange(true);
    await refetch();
  };
  const onDelete = async (id: string): Promise<void> => {
    await props.onDelete(id);
    await refetch();
    choose('');
  };
  if (data === undefined) return <Pending error={error} />;
  return (
    <Panes
      label={capital(`${what}s`)}
      items={data.map(itemOf)}
      chosen={chosen?.id}
      onChoose={choose}
      createLabel={`New ${noun}`}
      onCreate={() => setView({ [noun]: '', edit: 'new' })}
      archived={archived}
      icon={icon}
      empty={{ title: `No ${what}s yet`, text: props.purpose }}
      none={{
        isMissing: view[noun] !== '',
        title: `Select a ${noun} or create one`,
        what: capital(what),
        hint: `The link may be wrong. If the ${noun} is archived, show archived ones.`,
      }}
    >
      {isCreating ? (
        <NameForm
          title={`New ${what}`}
          label={`${capital(noun)} name`}
          limit={props.limit}
          schema={props.schema}
          hint={props.hint}
          onSubmit={create}
          onCancel={() => setView({ edit: '' })}
        />
      ) : (
        chosen && (
          <Detail
            key={chosen.id}
            what={what}
            named={chosen}
            onBack={() => choose('')}
            onArchive={() => onArchive(chosen.id)}
            onDelete={() => onDelete(chosen.id)}
          >
            {props.children(chosen.id, chosen.archived_at == null)}
          </Detail>
        )
      )}
    </Panes>
  );
}

function itemOf({ id, name, created_at, archived_at }: Named) {
  const below = (
    <>
      <span>created {formatDay(created_at)}</span>
      {archived_at != null && <span className="chip">archived</span>}
    </>
  );
  return { id, title: name, below };
}

interface DetailProps {
  readonly what: Removable;
  readonly named: Named;
  readonly onBack: () => void;
  readonly onArchive: () => Promise<void>;
  readonly onDelete: () => Promise<void>;
  readonly children: ReactNode;
}

function Detail({ what, named, onBack, onArchive, onDelete, children }: DetailProps) {
  const { name, created_at, archived_at } = named;
  const isOpen = archived_at == null;
  return (
    <section className="card detail" aria-label={name}>
      <DetailHead
        title={name}
        below={`${capital(what)} · created ${formatDay(created_at)}`}
        onBack={onBack}
        chips={!isOpen && <span className="chip">archived</span>}
      >
        <RemovalActions
          what={what}
          name={name}
          onArchive={isOpen ? onArchive : undefined}
          onDelete={onDelete}
        />
      </DetailHead>
      {children}
    </section>
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
