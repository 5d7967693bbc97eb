import { useState, type FormEvent } from 'react';
import { vaultLimits, type McpOauthRefreshParams, type VaultCredentialCreateParams } from '@parlance/schemas';
import { api, call } from '../api.js';
import { useAction } from '../ui/action.js';
import { FormEnd } from '../ui/form-end.js';
import { fieldOf, NamedField, SecretField } from '../ui/secret-field.js';
import { SelectField } from '../ui/select-field.js';
import { TextField } from '../ui/text-field.js';

type Kind = VaultCredentialCreateParams['auth']['type'];
type ClientAuth = McpOauthRefreshParams['token_endpoint_auth']['type'];

interface Props {
  readonly vaultId: string;
  readonly onSaved: () => Promise<unknown>;
  readonly onCancel: () => void;
}

/** Form for a new credential of a vault: a bearer token, or an OAuth token with an optional refresh token. */
export function CredentialForm({ vaultId, onSaved, onCancel }: Props) {
  const { busy, problem, run } = useAction();
  const [kind, setKind] = useState<Kind>('static_bearer');
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    void run(async () => {
      await call(api.credentials.create, { vaultId, display_name: name, auth: authOf(form, kind, url) });
      form.reset();
      await onSaved();
    });
  };
  return (
    <form className="part-item" aria-label="New credential" onSubmit={submit}>
      <fieldset className="row" aria-label="Credential type">
        {(['static_bearer', 'mcp_oauth'] as const).map((value) => (
          <label key={value} className="check">
            <input type="radio" name="kind" checked={kind === value} onChange={() => setKind(value)} />
            {value === 'static_bearer' ? 'Bearer token' : 'OAuth'}
          </label>
        ))}
      </fieldset>
      <div className="field-pair">
        <TextField
          label="Credential name"
          value={name}
          limit={vaultLimits.nameCharacters}
          required
          onChange={setName}
        />
        <TextField
          label="MCP server URL"
          value={url}
          type="url"
          placeholder="https://mcp.example.com"
          hint="A vault holds one credential per server."
          required
          onChange={setUrl}
        />
      </div>
      {kind === 'static_bearer' ? <SecretField name="token" label="Token" /> : <OauthFields />}
      <FormEnd action="Save credential" busy={busy} problem={problem} onCancel={onCancel} />
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
          label="Expires at"
          type="datetime-local"
          hint="Leave empty if unknown."
        />
      </div>
      <label className="check">
        <input
          type="checkbox"
          name="renewed"
          checked={isRenewed}
          onChange={(event) => setRenewed(event.target.checked)}
        />
        Renew with a refresh token
      </label>
      {isRenewed && (
        <>
          <div className="field-pair">
            <SecretField name="refresh_token" label="Refresh token" />
            <NamedField name="token_endpoint" label="Token endpoint" type="url" required />
            <NamedField name="client_id" type="text" label="Client ID" required />
            <NamedField name="scope" type="text" label="Scopes" hint="Separate with spaces." />
          </div>
          <div className="field-pair">
            <SelectField
              label="Client authentication"
              name="client_auth"
              value={clientAuth}
              onChange={(next) => setClientAuth(next as ClientAuth)}
            >
              <option value="none">None</option>
              <option value="client_secret_basic">Client secret, HTTP Basic</option>
              <option value="client_secret_post">Client secret in the request body</option>
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
    expires_at: expiryOf(form),
    refresh: text('renewed') === '' ? null : refreshOf(form),
  };
}

/** Reads the expiry of the token, which is entered in local time. */
export function expiryOf(form: HTMLFormElement): string | null {
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
