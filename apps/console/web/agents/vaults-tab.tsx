import { useState } from 'react';
import { vaultLimits } from '@parlance/schemas';
import { ask } from '../rpc.js';
import { useLoad } from '../ui/load.js';
import { Credentials } from './credentials.js';
import { NamedTab } from './named-tab.js';

/** Vaults: credentials that sessions use and nobody reads. */
export function VaultsTab() {
  const [isShown, onChange] = useState(false);
  const vaults = useLoad('vaults.list', { archived: isShown });
  const data = vaults.data?.map(({ display_name: name, ...vault }) => ({ name, ...vault }));
  return (
    <NamedTab
      tab="vaults"
      noun="vault"
      what="vault"
      icon="lock"
      loaded={{ ...vaults, data }}
      archived={{ isShown, onChange }}
      limit={vaultLimits.nameCharacters}
      hint="Sessions that are given the vault sign in with its credentials."
      purpose="A vault holds what an agent needs to sign in elsewhere. Secrets go in and never come out."
      onCreate={(name) => ask('vaults.create', { name })}
      onArchive={(id) => ask('vaults.archive', { id })}
      onDelete={(id) => ask('vaults.delete', { id })}
    >
      {(id, isOpen) => <Credentials vaultId={id} isOpen={isOpen} />}
    </NamedTab>
  );
}
