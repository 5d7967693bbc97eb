import { useState } from 'react';
import { vaultLimits, type Vault } from '@parlance/schemas';
import { useSearchParams } from 'wouter';
import { ask } from '../rpc.js';
import { Empty } from '../ui/empty.js';
import { formatDay } from '../ui/format.js';
import { useLoad } from '../ui/load.js';
import { ProblemNotice } from '../ui/notice.js';
import { Spinner } from '../ui/spinner.js';
import { Credentials } from './credentials.js';
import { Endings } from './endings.js';
import { DetailHead, ListPane } from './list-pane.js';
import { NameForm } from './name-form.js';

/** Vaults: credentials that sessions use and nobody reads. */
export function VaultsTab() {
  const [search, setSearch] = useSearchParams();
  const [archived, setArchived] = useState(false);
  const [isMaking, setMaking] = useState(false);
  const { data: vaults, problem, reload } = useLoad('vaults.list', { archived });
  const chosen = vaults?.find(({ id }) => id === search.get('vault'));
  const choose = (id: string | null) => {
    setSearch(id === null ? { tab: 'vaults' } : { tab: 'vaults', vault: id });
    setMaking(false);
  };
  const create = async (name: string): Promise<void> => {
    const { id } = await ask('vaults.create', { name });
    await reload();
    choose(id);
  };
  if (problem !== undefined && vaults === undefined) return <ProblemNotice problem={problem} />;
  if (vaults === undefined) return <Spinner />;
  return (
    <div className={`panes ${chosen === undefined && !isMaking ? '' : 'chosen'}`}>
      <ListPane
        label="Vaults"
        items={vaults.map(itemOf)}
        chosen={chosen?.id ?? null}
        onChoose={choose}
        making="New vault"
        onMake={() => setMaking(true)}
        archived={{ isShown: archived, onChange: setArchived }}
      >
        <Empty icon="lock" title="No vault yet">
          <p>A vault holds what an agent needs to sign in elsewhere. Secrets go in and never come out.</p>
        </Empty>
      </ListPane>
      {isMaking ? (
        <NameForm
          title="New vault"
          label="Name of the vault"
          limit={vaultLimits.nameCharacters}
          hint="Sessions that are given the vault sign in with its credentials."
          onSubmit={create}
          onCancel={() => setMaking(false)}
        />
      ) : chosen === undefined ? (
        <div className="card detail">
          <Empty icon="lock" title="Choose a vault, or make one" />
        </div>
      ) : (
        <VaultDetail
          key={chosen.id}
          vault={chosen}
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

function itemOf({ id, display_name, created_at, archived_at }: Vault) {
  const below = (
    <>
      <span>since {formatDay(created_at)}</span>
      {archived_at !== null && <span className="chip">archived</span>}
    </>
  );
  return { id, title: display_name, below };
}

interface DetailProps {
  readonly vault: Vault;
  readonly onBack: () => void;
  readonly onArchived: () => Promise<void>;
  readonly onDeleted: () => Promise<void>;
}

function VaultDetail({ vault, onBack, onArchived, onDeleted }: DetailProps) {
  const { id, display_name: name, created_at, archived_at } = vault;
  const isOpen = archived_at === null;
  return (
    <section className="card detail" aria-label={name}>
      <DetailHead
        title={name}
        below={`Vault, since ${formatDay(created_at)}`}
        onBack={onBack}
        chips={!isOpen && <span className="chip">archived</span>}
      >
        <Endings
          what="vault"
          name={name}
          onArchive={isOpen ? () => ask('vaults.archive', { id }).then(onArchived) : undefined}
          onDelete={() => ask('vaults.delete', { id }).then(onDeleted)}
        />
      </DetailHead>
      <Credentials vaultId={id} isOpen={isOpen} />
    </section>
  );
}
