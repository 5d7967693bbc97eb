import { useState, type FormEvent } from 'react';
import { vaultLimits, type McpOauthRefreshParams, type VaultCredentialCreateParams } from '@parlance/schemas';
import { ask } from '../rpc.js';
import { useAction } from '../ui/action.js';
import { FormEnd } from '../ui/form-end.js';
import { fieldOf, NamedField, SecretField } from '../ui/secret-field.js';
import { SelectField } from '../ui/select-field.js';
import { TextField } from '../ui/text-field.js';

type Kind = VaultCredentialCreateParams['auth']['type'];
type ClientAuth = McpOauthRefreshParams['token_endpoint_auth']['type'];

interface Props {
  readonly vaultId: string;
  readonly onSaved: () => Promise<void>;
  readonly onCancel: () => void;
}

/** Puts a credential into a vault: a bearer token, or an OAuth token with how it is renewed. */
export function CredentialForm({ vaultId, onSaved, onCancel }: Props) {
  const { busy, problem, run } = useAction();
  const [kind, setKind] = useState<Kind>('static_bearer');
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    void run(async () => {
      await ask('credentials.create', { vaultId, display_name: name, auth: authOf(form, kind, url) });
      form.reset();
      await onSaved();
    });
  };
  return (
    <form className="part-item" aria-label="New credential" onSubmit={submit}>
      <fieldset className="row" aria-label="Kind of credential">
        {(['static_bearer', 'mcp_oauth'] as const).map((value) => (
          <label key={value} className="check">
            <input type="radio" name="kind" checked={kind === value} onChange={() => setKind(value)} />
            {value === 'static_bearer' ? 'Bearer token' : 'OAuth'}
          </label>
        ))}
      </fieldset>
      <div className="field-pair">
        <TextField
          label="Name of the credential"
          value={name}
          limit={vaultLimits.nameCharacters}
          required
          onChange={setName}
        />
        <TextField
          label="Address of the MCP server"
          value={url}
          type="url"
          placeholder="https://mcp.example.com"
          hint="A vault has one credential for each server."
          required
          onChange={setUrl}
        />
      </div>
      {kind === 'static_bearer' ? <SecretField name="token" label="Token" /> : <OauthFields />}
      <FormEnd action="Put it in" busy={busy} problem={problem} onCancel={onCancel} />
    </form>
  );
}

function OauthFields() {
  const [isRenewed, setRenewed] = useState(false);
  const [clientAuth, setClientAuth] = useState<ClientAuth>('none');
  return (
    <>
      <div className="field-pair">
        <SecretField name="access_token" label="Access token" />
        <NamedField
          name="expires_at"
          label="It ends"
          type="datetime-local"
          hint="Leave it empty when unknown."
        />
      </div>
      <label className="check">
        <input
          type="checkbox"
          name="renewed"
          checked={isRenewed}
          onChange={(event) => setRenewed(event.target.checked)}
        />
        It is renewed with a refresh token
      </label>
      {isRenewed && (
        <>
          <div className="field-pair">
            <SecretField name="refresh_token" label="Refresh token" />
            <NamedField name="token_endpoint" label="Token endpoint" type="url" required />
            <NamedField name="client_id" type="text" label="Client id" required />
            <NamedField name="scope" type="text" label="Scopes" hint="Separated by blanks." />
          </div>
          <div className="field-pair">
            <SelectField
              label="How the client authenticates there"
              name="client_auth"
              value={clientAuth}
              onChange={(next) => setClientAuth(next as ClientAuth)}
            >
              <option value="none">without a secret</option>
              <option value="client_secret_basic">secret as basic authentication</option>
              <option value="client_secret_post">secret in the body</option>
            </SelectField>
            {clientAuth !== 'none' && <SecretField name="client_secret" label="Client secret" />}
          </div>
        </>
      )}
    </>
  );
}

function authOf(form: HTMLFormElement, kind: Kind, url: string): VaultCredentialCreateParams['auth'] {
  const text = (name: string): string => fieldOf(form, name);
  if (kind === 'static_bearer') return { type: kind, mcp_server_url: url, token: text('token') };
  return {
    type: kind,
    mcp_server_url: url,
    access_token: text('access_token'),
    expires_at: timeOf(form),
    refresh: text('renewed') === '' ? null : refreshOf(form),
  };
}

/** When the token ends, as the visitor's clock tells it. */
export function timeOf(form: HTMLFormElement): string | null {
  const local = fieldOf(form, 'expires_at');
  return local === '' ? null : new Date(local).toISOString();
}

function refreshOf(form: HTMLFormElement): McpOauthRefreshParams {
  const text = (name: string): string => fieldOf(form, name);
  const type = text('client_auth') as ClientAuth;
  return {
    client_id: text('client_id'),
    refresh_token: text('refresh_token'),
    token_endpoint: text('token_endpoint'),
    token_endpoint_auth: type === 'none' ? { type } : { type, client_secret: text('client_secret') },
    scope: text('scope') || null,
  };
}
