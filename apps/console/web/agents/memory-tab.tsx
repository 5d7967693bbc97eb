import { useState } from 'react';
import { memoryLimits } from '@parlance/schemas';
import { ask } from '../rpc.js';
import { useLoad } from '../ui/load.js';
import { Memories } from './memories.js';
import { NamedTab } from './named-tab.js';

/** Memory stores: what sessions remember from one to the next. */
export function MemoryTab() {
  const [isShown, onChange] = useState(false);
  const stores = useLoad('memory.stores', { archived: isShown });
  const data = stores.data?.map((store) => ({ ...store, archived_at: store.archived_at ?? null }));
  return (
    <NamedTab
      tab="memory"
      noun="store"
      what="memory store"
      icon="thought"
      loaded={{ ...stores, data }}
      archived={{ isShown, onChange }}
      limit={memoryLimits.storeNameCharacters}
      hint="Sessions see it as a directory that is called after it."
      purpose="Give one to a session: what the agent writes there, the next session reads."
      onCreate={(name) => ask('memory.createStore', { name })}
      onArchive={(id) => ask('memory.archiveStore', { id })}
      onDelete={(id) => ask('memory.deleteStore', { id })}
    >
      {(id, isOpen) => <Memories storeId={id} isOpen={isOpen} />}
    </NamedTab>
  );
}
