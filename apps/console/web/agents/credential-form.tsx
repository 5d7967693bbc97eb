import { vaultLimits, type VaultCredentialCreateParams } from '@parlance/schemas';
import { VaultCredentialCreateParamsSchema } from '@parlance/schemas/validation';
import { useFormContext, useWatch } from 'react-hook-form';
import { managedAgents } from '../sdk/managed-agents.js';
import { CheckField, SecretField, TextField } from '../ui/fields.js';
import { SelectField } from '../ui/select-field.js';
import { Form } from '../ui/form.js';

interface Props {
  readonly vaultId: string;
  readonly onSaved: () => Promise<unknown>;
  readonly onCancel: () => void;
}

/** All fields of the form, named like those of the params. */
const EMPTY = {
  display_name: '',
  auth: {
    type: 'static_bearer' as VaultCredentialCreateParams['auth']['type'],
    mcp_server_url: '',
    token: '',
    access_token: '',
    expires_at: '',
    refresh: {
      refresh_token: '',
      token_endpoint: '',
      client_id: '',
      scope: null as string | null,
      token_endpoint_auth: { type: 'none', client_secret: '' },
    },
  },
  isRenewed: false,
};

/** Form for a new credential of a vault: a bearer token, or an OAuth token with an optional refresh token. */
export function CredentialForm({ vaultId, onSaved, onCancel }: Props) {
  return (
    <Form
      className="part-item"
      label="New credential"
      draft={`credential of ${vaultId}`}
      initial={EMPTY}
      schema={VaultCredentialCreateParamsSchema}
      paramsOf={paramsOf}
      action="Save credential"
      onSubmit={(params) => managedAgents.vaults.credentials.create(vaultId, params).then(onSaved)}
      onCancel={onCancel}
    >
      <Fields />
    </Form>
  );
}

function Fields() {
  const { register } = useFormContext();
  const type = useWatch({ name: 'auth.type' }) as typeof EMPTY.auth.type;
  return (
    <>
      <fieldset className="row" aria-label="Credential type">
        {(['static_bearer', 'mcp_oauth'] as const).map((value) => (
          <label key={value} className="check">
            <input type="radio" value={value} {...register('auth.type')} />
            {value === 'static_bearer' ? 'Bearer token' : 'OAuth'}
          </label>
        ))}
      </fieldset>
      <div className="columns field-pair">
        <TextField name="display_name" label="Credential name" limit={vaultLimits.nameCharacters} required />
        <TextField
          name="auth.mcp_server_url"
          label="MCP server URL"
          type="url"
          placeholder="https://mcp.example.com"
          hint="A vault holds one credential per server."
          required
        />
      </div>
      {type === 'static_bearer' ? <SecretField name="auth.token" label="Token" /> : <OauthFields />}
    </>
  );
}

function OauthFields() {
  const [isRenewed, clientAuth] = useWatch({ name: ['isRenewed', 'auth.refresh.token_endpoint_auth.type'] });
  return (
    <>
      <div className="columns field-pair">
        <SecretField name="auth.access_token" label="Access token" />
        <ExpiryField name="auth.expires_at" />
      </div>
      <CheckField name="isRenewed" label="Renew with a refresh token" />
      {isRenewed === true && (
        <>
          <div className="columns field-pair">
            <SecretField name="auth.refresh.refresh_token" label="Refresh token" />
            <TextField name="auth.refresh.token_endpoint" label="Token endpoint" type="url" required />
            <TextField name="auth.refresh.client_id" label="Client ID" required />
            <TextField name="auth.refresh.scope" label="Scopes" hint="Separate with spaces." isNullable />
          </div>
          <div className="columns field-pair">
            <SelectField
              name="auth.refresh.token_endpoint_auth.type"
              label="Client authentication"
              options={{
                none: 'None',
                client_secret_basic: 'Client secret, HTTP Basic',
                client_secret_post: 'Client secret in the request body',
              }}
            />
            {clientAuth !== 'none' && (
              <SecretField name="auth.refresh.token_endpoint_auth.client_secret" label="Client secret" />
            )}
          </div>
        </>
      )}
    </>
  );
}

/** Field for when a token expires, in local time. */
export function ExpiryField({ name }: { readonly name: string }) {
  return <TextField name={name} label="Expires at" type="datetime-local" hint="Leave empty if unknown." />;
}

/** Converts a local time to the time of the service. */
export function expiryOf(local: string): string | null {
  return local === '' ? null : new Date(local).toISOString();
}

function paramsOf({ display_name, auth, isRenewed }: typeof EMPTY) {
  const { type, mcp_server_url, token, access_token, expires_at, refresh } = auth;
  if (type === 'static_bearer') return { display_name, auth: { type, mcp_server_url, token } };
  const { token_endpoint_auth: client, ...rest } = refresh;
  const token_endpoint_auth = client.type === 'none' ? { type: client.type } : client;
  return {
    display_name,
    auth: {
      type,
      mcp_server_url,
      access_token,
      expires_at: expiryOf(expires_at),
      refresh: isRenewed ? { ...rest, token_endpoint_auth } : null,
    },
  };
}
