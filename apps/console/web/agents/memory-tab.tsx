import { useState } from 'react';
import { memoryLimits } from '@parlance/schemas';
import { ask } from '../rpc.js';
import { useLoad } from '../ui/load.js';
import { Memories } from './memories.js';
import { NamedTab } from './named-tab.js';

/** Memory stores, which share knowledge between sessions. */
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
      hint="Sessions see the store as a directory with this name."
      purpose="Attach a store to a session. What the agent writes there is available to later sessions."
      onCreate={(name) => ask('memory.createStore', { name })}
      onArchive={(id) => ask('memory.archiveStore', { id })}
      onDelete={(id) => ask('memory.deleteStore', { id })}
    >
      {(id, isOpen) => <Memories storeId={id} isOpen={isOpen} />}
    </NamedTab>
  );
}
