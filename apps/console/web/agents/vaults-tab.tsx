import { useQuery } from '@tanstack/react-query';
import { vaultLimits } from '@parlance/schemas';
import { VaultCreateParamsSchema } from '@parlance/schemas/validation';
import * as z from 'zod';
import { api, call, query } from '../api.js';
import { Credentials } from './credentials.js';
import { useArchived } from '../ui/panes.js';
import { NamedTab } from './named-tab.js';

const nameSchema = z.strictObject({ name: VaultCreateParamsSchema.shape.display_name });

/** Vaults, which hold write-only credentials for sessions. */
export function VaultsTab() {
  const archived = useArchived();
  const vaults = useQuery(query(api.vaults.list, { archived: archived.isShown }));
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
      onCreate={(name) => call(api.vaults.create, { name })}
      onArchive={(id) => call(api.vaults.archive, { id })}
      onDelete={(id) => call(api.vaults.delete, { id })}
    >
      {(id, isOpen) => <Credentials vaultId={id} isOpen={isOpen} />}
    </NamedTab>
  );
}
