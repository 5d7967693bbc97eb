import { useQuery } from '@tanstack/react-query';
import type { Vault } from '@parlance/schemas';
import { VaultCreateParamsSchema } from '@parlance/schemas/validation';
import { managedAgents } from '../sdk/managed-agents.js';
import { formatDay } from '../ui/format.js';
import { ResourcePage, type Resource } from '../ui/resource-page.js';
import { SchemaForm } from '../ui/schema-form.js';
import { vaultList } from './lists.js';
import { lazily } from '../ui/lazily.js';

// Loaded when the first vault is opened.
const Credentials = lazily(async () => (await import('./credentials.js')).Credentials);

const VAULTS: Resource<Vault> = {
  noun: 'vault',
  what: 'vault',
  icon: 'lock',
  purpose:
    'A vault holds the credentials an agent needs for other services. Secrets can’t be viewed after saving.',
  useItems: (withArchived) => useQuery(vaultList(withArchived)),
  archive: (id) => managedAgents.vaults.archive(id),
  remove: (id) => managedAgents.vaults.delete(id),
  isEditable: false,
  titleOf: ({ display_name }) => display_name,
  belowOf: ({ created_at }) => `created ${formatDay(created_at)}`,
  ItemForm: ({ onSaved, onCancel }) => (
    <SchemaForm
      title="New vault"
      initial={{ display_name: '' }}
      schema={VaultCreateParamsSchema}
      shown={{ display_name: { label: 'Vault name' } }}
      hint="Sessions with this vault use its credentials to sign in."
      onSubmit={(params) => managedAgents.vaults.create(params).then(onSaved)}
      onCancel={onCancel}
    />
  ),
  Detail: ({ item, isOpen, head }) => (
    <>
      {head()}
      <Credentials vaultId={item.id} isOpen={isOpen} />
    </>
  ),
};

/** Vaults, which hold write-only credentials for sessions. */
export function VaultsTab() {
  return <ResourcePage resource={VAULTS} />;
}
