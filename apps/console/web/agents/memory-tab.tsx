import { useState } from 'react';
import { memoryLimits, type MemoryStore } from '@parlance/schemas';
import { useSearchParams } from 'wouter';
import { ask } from '../rpc.js';
import { Empty } from '../ui/empty.js';
import { formatDay } from '../ui/format.js';
import { useLoad } from '../ui/load.js';
import { ProblemNotice } from '../ui/notice.js';
import { Spinner } from '../ui/spinner.js';
import { Endings } from './endings.js';
import { DetailHead, ListPane } from './list-pane.js';
import { Memories } from './memories.js';
import { NameForm } from './name-form.js';

/** Memory stores: what sessions remember from one to the next. */
export function MemoryTab() {
  const [search, setSearch] = useSearchParams();
  const [archived, setArchived] = useState(false);
  const [isMaking, setMaking] = useState(false);
  const { data: stores, problem, reload } = useLoad('memory.stores', { archived });
  const chosen = stores?.find(({ id }) => id === search.get('store'));
  const choose = (id: string | null) => {
    setSearch(id === null ? { tab: 'memory' } : { tab: 'memory', store: id });
    setMaking(false);
  };
  const create = async (name: string): Promise<void> => {
    const { id } = await ask('memory.createStore', { name });
    await reload();
    choose(id);
  };
  if (problem !== undefined && stores === undefined) return <ProblemNotice problem={problem} />;
  if (stores === undefined) return <Spinner />;
  return (
    <div className={`panes ${chosen === undefined && !isMaking ? '' : 'chosen'}`}>
      <ListPane
        label="Memory stores"
        items={stores.map(itemOf)}
        chosen={chosen?.id ?? null}
        onChoose={choose}
        making="New store"
        onMake={() => setMaking(true)}
        archived={{ isShown: archived, onChange: setArchived }}
      >
        <Empty icon="thought" title="No memory store yet">
          <p>Give one to a session: what the agent writes there, the next session reads.</p>
        </Empty>
      </ListPane>
      {isMaking ? (
        <NameForm
          title="New memory store"
          label="Name of the store"
          limit={memoryLimits.storeNameCharacters}
          hint="Sessions see it as a directory that is called after it."
          onSubmit={create}
          onCancel={() => setMaking(false)}
        />
      ) : chosen === undefined ? (
        <div className="card detail">
          <Empty icon="thought" title="Choose a store, or make one" />
        </div>
      ) : (
        <Store
          key={chosen.id}
          store={chosen}
          onBack={() => choose(null)}
          onArchived={() => (setArchived(true), reload())}
          onDeleted={async () => {
            await reload();
            choose(null);
          }}
        />
      )}
    </div>
  );
}

function itemOf({ id, name, created_at, archived_at }: MemoryStore) {
  const below = (
    <>
      <span>since {formatDay(created_at)}</span>
      {archived_at != null && <span className="chip">archived</span>}
    </>
  );
  return { id, title: name, below };
}

interface StoreProps {
  readonly store: MemoryStore;
  readonly onBack: () => void;
  readonly onArchived: () => Promise<void>;
  readonly onDeleted: () => Promise<void>;
}

function Store({ store: { id, name, created_at, archived_at }, onBack, onArchived, onDeleted }: StoreProps) {
  const isOpen = archived_at == null;
  return (
    <section className="card detail" aria-label={name}>
      <DetailHead
        title={name}
        below={`Memory store, since ${formatDay(created_at)}`}
        onBack={onBack}
        chips={!isOpen && <span className="chip">archived</span>}
      >
        <Endings
          what="memory store"
          name={name}
          onArchive={isOpen ? () => ask('memory.archiveStore', { id }).then(onArchived) : undefined}
          onDelete={() => ask('memory.deleteStore', { id }).then(onDeleted)}
        />
      </DetailHead>
      <Memories storeId={id} isOpen={isOpen} />
    </section>
  );
}
