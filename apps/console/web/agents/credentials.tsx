import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { vaultLimits, type VaultCredential } from '@parlance/schemas';
import { managedAgents } from '../sdk/managed-agents.js';
import { useAction } from '../ui/action.js';
import { Button } from '../ui/button.js';
import { formatTime, words } from '../ui/format.js';
import { ProblemNotice } from '../ui/notice.js';
import { Pending } from '../ui/pending.js';
import { StatusChip } from '../ui/status.js';
import { useOpen } from '../ui/view.js';
import { CredentialForm } from './credential-form.js';
import { Meter } from './meter.js';
import { RemovalActions } from '../ui/removal-actions.js';
import { ReplaceSecret } from './replace-secret.js';

interface Props {
  readonly vaultId: string;
  /** Whether the vault can be changed, which archived ones cannot. */
  readonly isOpen: boolean;
}

/** The credentials of a vault, without their secrets. */
export function Credentials({ vaultId, isOpen }: Props) {
  const [archived, setArchived] = useOpen('archived');
  const [isAdding, setAdding] = useOpen('credential');
  const { data, error, refetch } = useQuery({
    queryKey: ['vaults.credentials.list', vaultId, archived],
    queryFn: ({ signal }) => {
      const params = { limit: 100, include_archived: archived };
      return Array.fromAsync(managedAgents.vaults.credentials.list(vaultId, params, { signal }));
    },
  });
  if (data === undefined) return <Pending error={error} />;
  const active = data.filter(({ archived_at }) => archived_at == null);
  return (
    <section className="stack" aria-labelledby="credentials">
      <div className="row spread">
        <div className="row part-head">
          <h3 id="credentials">Credentials</h3>{' '}
          <Meter count={active.length} limit={vaultLimits.credentials} />
        </div>
        <label className="check small">
          <input type="checkbox" checked={archived} onChange={(event) => setArchived(event.target.checked)} />
          Show archived credentials
        </label>
      </div>
      {data.length === 0 && <p className="muted">This vault is empty.</p>}
      <ul className="stack tight-stack">
        {data.map((credential) => (
          <CredentialLine key={credential.id} credential={credential} isOpen={isOpen} onChanged={refetch} />
        ))}
      </ul>
      {isOpen && !isAdding && (
        <div>
          <Button size="tiny" icon="plus" onClick={() => setAdding(true)}>
            Add credential
          </Button>
        </div>
      )}
      {isAdding && (
        <CredentialForm
          vaultId={vaultId}
          onSaved={async () => {
            setAdding(false);
            await refetch();
          }}
          onCancel={() => setAdding(false)}
        />
      )}
    </section>
  );
}

interface LineProps {
  readonly credential: VaultCredential;
  readonly isOpen: boolean;
  readonly onChanged: () => Promise<unknown>;
}

function CredentialLine({ credential, isOpen, onChanged }: LineProps) {
  const { id, vault_id: vaultId, auth, archived_at, updated_at } = credential;
  const name = credential.display_name ?? 'Unnamed';
  const [isReplacing, setReplacing] = useOpen(id);
  const isActive = archived_at == null && isOpen;
  return (
    <li className="part-item" aria-label={name}>
      <div className="row spread">
        <span className="row">
          <strong>{name}</strong>
          <span className="chip">{auth.type === 'static_bearer' ? 'bearer token' : words(auth.type)}</span>
          {archived_at != null && <span className="chip">archived</span>}
        </span>
        <span className="row">
          {isActive && (
            <Button size="tiny" onClick={() => setReplacing(true)}>
              Replace secret
            </Button>
          )}
          <RemovalActions
            what="credential"
            name={name}
            isSmall
            onArchive={
              isActive
                ? () => managedAgents.vaults.credentials.archive(vaultId, id).then(onChanged)
                : undefined
            }
            onDelete={
              isOpen ? () => managedAgents.vaults.credentials.delete(vaultId, id).then(onChanged) : undefined
            }
          />
        </span>
      </div>
      <p className="small muted">
        {String(auth['mcp_server_url'] ?? '')} · updated {formatTime(updated_at)}
      </p>
      {auth.type === 'mcp_oauth' && isActive && <OauthFacts credential={credential} />}
      {isReplacing && (
        <ReplaceSecret credential={credential} onClose={() => setReplacing(false)} onSaved={onChanged} />
      )}
    </li>
  );
}

function OauthFacts({ credential }: { readonly credential: VaultCredential }) {
  const { id, vault_id: vaultId, auth } = credential;
  const [result, setResult] = useState<readonly [status: string, renewal: string | undefined]>();
  const { busy, problem, run } = useAction();
  if (auth.type !== 'mcp_oauth') return null;
  const { expires_at, refresh } = auth;
  const check = () =>
    void run(async () => {
      const validation = await managedAgents.vaults.credentials.validate(vaultId, id);
      const { status, refresh: attempt } = validation;
      setResult([status, attempt?.status]);
    });
  return (
    <>
      <div className="row small muted">
        {expires_at != null && <span>expires {formatTime(expires_at)}</span>}
        <span>{refresh == null ? 'no refresh token' : `renewed at ${refresh.token_endpoint}`}</span>
        {refresh?.scope != null && <span>scopes {refresh.scope}</span>}
        <Button size="tiny" disabled={busy} onClick={check}>
          Validate
        </Button>
        <span role="status">
          {result !== undefined && <StatusChip of="credential" is={result[0]} />}
          {result?.[1] !== undefined && <> renewal {words(result[1])}</>}
        </span>
      </div>
      {problem !== undefined && <ProblemNotice problem={problem} />}
    </>
  );
}
