import { useQuery } from '@tanstack/react-query';
import { vaultLimits } from '@parlance/schemas';
import { VaultCreateParamsSchema } from '@parlance/schemas/validation';
import * as z from 'zod';
import { managedAgents } from '../sdk/managed-agents.js';
import { vaultList } from './lists.js';
import { Credentials } from './credentials.js';
import { useArchived } from '../ui/panes.js';
import { NamedTab } from './named-tab.js';

const nameSchema = z.strictObject({ name: VaultCreateParamsSchema.shape.display_name });

/** Vaults, which hold write-only credentials for sessions. */
export function VaultsTab() {
  const archived = useArchived();
  const vaults = useQuery(vaultList(archived.isShown));
  const data = vaults.data?.map(({ display_name: name, ...vault }) => ({ name, ...vault }));
  return (
    <NamedTab
      noun="vault"
      what="vault"
      icon="lock"
      loaded={{ ...vaults, data }}
      archived={archived}
      schema={nameSchema}
      limit={vaultLimits.nameCharacters}
      hint="Sessions with this vault use its credentials to sign in."
      purpose="A vault holds the credentials an agent needs for other services. Secrets can’t be viewed after saving."
      onCreate={(name) => managedAgents.vaults.create({ display_name: name })}
      onArchive={(id) => managedAgents.vaults.archive(id)}
      onDelete={(id) => managedAgents.vaults.delete(id)}
    >
      {(id, isOpen) => <Credentials vaultId={id} isOpen={isOpen} />}
    </NamedTab>
  );
}
