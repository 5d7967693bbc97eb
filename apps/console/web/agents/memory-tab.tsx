import { useQuery } from '@tanstack/react-query';
import { memoryLimits } from '@parlance/schemas';
import { MemoryStoreCreateParamsSchema } from '@parlance/schemas/validation';
import { managedAgents } from '../sdk/managed-agents.js';
import { storeList } from './lists.js';
import { Memories } from './memories.js';
import { useArchived } from '../ui/panes.js';
import { NamedTab } from './named-tab.js';

const nameSchema = MemoryStoreCreateParamsSchema.pick({ name: true });

/** Memory stores, which share knowledge between sessions. */
export function MemoryTab() {
  const archived = useArchived();
  const stores = useQuery(storeList(archived.isShown));
  const data = stores.data?.map((store) => ({ ...store, archived_at: store.archived_at ?? null }));
  return (
    <NamedTab
      noun="store"
      what="memory store"
      icon="thought"
      loaded={{ ...stores, data }}
      archived={archived}
      schema={nameSchema}
      limit={memoryLimits.storeNameCharacters}
      hint="Sessions see the store as a directory with this name."
      purpose="Attach a store to a session. What the agent writes there is available to later sessions."
      onCreate={(name) => managedAgents.memoryStores.create({ name })}
      onArchive={(id) => managedAgents.memoryStores.archive(id)}
      onDelete={(id) => managedAgents.memoryStores.delete(id)}
    >
      {(id, isOpen) => <Memories storeId={id} isOpen={isOpen} />}
    </NamedTab>
  );
}
