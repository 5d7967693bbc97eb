import { useQuery } from '@tanstack/react-query';
import type { MemoryStore } from '@parlance/schemas';
import { MemoryStoreCreateParamsSchema } from '@parlance/schemas/validation';
import { managedAgents } from '../sdk/managed-agents.js';
import { formatDay } from '../ui/format.js';
import { ResourcePage, type Resource } from '../ui/resource-page.js';
import { SchemaForm } from '../ui/schema-form.js';
import { storeList } from './lists.js';
import { Memories } from './memories.js';

const STORES: Resource<MemoryStore> = {
  noun: 'store',
  what: 'memory store',
  icon: 'thought',
  purpose: 'Attach a store to a session. What the agent writes there is available to later sessions.',
  useItems: (withArchived) => useQuery(storeList(withArchived)),
  archive: (id) => managedAgents.memoryStores.archive(id),
  remove: (id) => managedAgents.memoryStores.delete(id),
  isEditable: false,
  titleOf: ({ name }) => name,
  belowOf: ({ created_at }) => `created ${formatDay(created_at)}`,
  ItemForm: ({ onSaved, onCancel }) => (
    <SchemaForm
      title="New memory store"
      initial={{ name: '' }}
      schema={MemoryStoreCreateParamsSchema}
      shown={{ name: { label: 'Store name' } }}
      hint="Sessions see the store as a directory with this name."
      onSubmit={(params) => managedAgents.memoryStores.create(params).then(onSaved)}
      onCancel={onCancel}
    />
  ),
  Detail: ({ item, isOpen, head }) => (
    <>
      {head()}
      <Memories storeId={item.id} isOpen={isOpen} />
    </>
  ),
};

/** Memory stores, which share knowledge between sessions. */
export function MemoryTab() {
  return <ResourcePage resource={STORES} />;
}
