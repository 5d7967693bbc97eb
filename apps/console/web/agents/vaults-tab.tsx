import { useState, type FormEvent } from 'react';
import type { Vault } from '@parlance/schemas';
import { ask } from '../rpc.js';
import { useAction } from '../ui/action.js';
import { Empty } from '../ui/empty.js';
import { formatDay } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { useLoad } from '../ui/load.js';
import { ProblemNotice } from '../ui/notice.js';
import { Spinner } from '../ui/spinner.js';
import { NameForm } from './name-form.js';

/** Vaults: credentials that sessions use and nobody reads. */
export function VaultsTab() {
  const { data: vaults, problem, reload } = useLoad('vaults.list', null);
  const create = async (name: string): Promise<void> => {
    await ask('vaults.create', { name });
    await reload();
  };
  if (problem !== undefined) return <ProblemNotice problem={problem} />;
  if (vaults === undefined) return <Spinner />;
  return (
    <div className="stack">
      <NameForm label="Name of a new vault" action="Create" onSubmit={create} />
      {vaults.length === 0 && (
        <Empty icon="compliance" title="No vault yet">
          <p>A vault holds what an agent needs to sign in elsewhere. Secrets go in and never come out.</p>
        </Empty>
      )}
      {vaults.map((vault) => (
        <VaultCard key={vault.id} vault={vault} />
      ))}
    </div>
  );
}

function VaultCard({ vault }: { readonly vault: Vault }) {
  const { data: credentials, problem, reload } = useLoad('vaults.credentials', { id: vault.id });
  const { problem: failed, run } = useAction();
  const remove = (id: string) =>
    void run(async () => {
      await ask('vaults.deleteCredential', { vaultId: vault.id, id });
      await reload();
    });
  const found = problem ?? failed;
  return (
    <article className="card store" aria-label={vault.display_name}>
      <h2>{vault.display_name}</h2>
      {found !== undefined && <ProblemNotice problem={found} />}
      {credentials?.length === 0 && <p className="muted">It is empty.</p>}
      <ul className="stack">
        {credentials?.map(({ id, display_name, auth, updated_at }) => (
          <li key={id} className="row spread">
            <span>
              <strong>{display_name ?? 'Unnamed'}</strong>{' '}
              <span className="muted small">
                {String(auth['mcp_server_url'] ?? auth.type)}, set {formatDay(updated_at)}
              </span>
            </span>
            <button
              type="button"
              className="button quiet icon"
              aria-label={`Delete ${display_name ?? 'the credential'}`}
              onClick={() => remove(id)}
            >
              <Icon name="trash" size={16} />
            </button>
          </li>
        ))}
      </ul>
      <CredentialForm vaultId={vault.id} onSaved={reload} />
    </article>
  );
}

function CredentialForm({
  vaultId,
  onSaved,
}: {
  readonly vaultId: string;
  readonly onSaved: () => Promise<void>;
}) {
  const { busy, problem, run } = useAction();
  const [isOpen, setOpen] = useState(false);
  // The secret stays in the form's own field: it is in no state of the page, and gone when it has been sent.
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const text = (name: string): string => String(new FormData(form).get(name) ?? '');
    void run(async () => {
      await ask('vaults.addCredential', {
        vaultId,
        name: text('name'),
        serverUrl: text('url'),
        token: text('token'),
      });
      form.reset();
      setOpen(false);
      await onSaved();
    });
  };
  if (!isOpen) {
    return (
      <div>
        <button type="button" className="button tiny" onClick={() => setOpen(true)}>
          <Icon name="plus" size={16} /> A credential
        </button>
      </div>
    );
  }
  return (
    <form className="stack" onSubmit={submit}>
      <div className="row">
        <input
          className="input search"
          name="name"
          required
          aria-label="Name of the credential"
          placeholder="Name"
        />
        <input
          className="input search"
          name="url"
          type="url"
          required
          aria-label="Address of the MCP server"
          placeholder="https://mcp.example.com"
        />
        <input
          className="input search"
          name="token"
          type="password"
          required
          autoComplete="off"
          aria-label="Token"
          placeholder="Token, never shown again"
        />
        <button type="submit" className="button" disabled={busy}>
          Put it in
        </button>
      </div>
      {problem !== undefined && <ProblemNotice problem={problem} />}
    </form>
  );
}
