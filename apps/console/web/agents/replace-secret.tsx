import type { McpOauth, VaultCredential } from '@parlance/schemas';
import { VaultCredentialUpdateParamsSchema } from '@parlance/schemas/validation';
import { managedAgents } from '../sdk/managed-agents.js';
import { Dialog } from '../ui/dialog.js';
import { SecretField } from '../ui/fields.js';
import { Form } from '../ui/form.js';
import { ExpiryField, expiryOf } from './credential-form.js';

interface Props {
  readonly credential: VaultCredential;
  readonly onSaved: () => Promise<unknown>;
  readonly onClose: () => void;
}

const EMPTY = {
  auth: {
    token: '',
    access_token: '',
    expires_at: '',
    refresh: { refresh_token: '', token_endpoint_auth: { client_secret: '' } },
  },
};

const KEEP = 'Leave empty to keep the current one.';

/** Replaces the secrets of a credential. Its server and type stay the same. */
export function ReplaceSecret({ credential, onSaved, onClose }: Props) {
  const { id, vault_id: vaultId, auth, display_name } = credential;
  const oauth = auth.type === 'mcp_oauth' ? auth : undefined;
  return (
    <Dialog title={`Replace secret of ${display_name ?? 'the credential'}`} onClose={onClose}>
      <Form
        draft={`secret of ${id}`}
        initial={EMPTY}
        schema={VaultCredentialUpdateParamsSchema}
        paramsOf={(values) => ({ auth: changeOf(values.auth, oauth) })}
        action="Replace"
        onSubmit={async (params) => {
          await managedAgents.vaults.credentials.update(vaultId, id, params);
          await onSaved();
          onClose();
        }}
        onCancel={onClose}
      >
        <p className="muted small">Sessions that use this credential switch to the new secret.</p>
        {oauth === undefined ? (
          <SecretField name="auth.token" label="New token" />
        ) : (
          <>
            <SecretField name="auth.access_token" label="New access token" />
            <ExpiryField name="auth.expires_at" />
            {oauth.refresh != null && (
              <>
                <SecretField name="auth.refresh.refresh_token" label="New refresh token" hint={KEEP} />
                {oauth.refresh.token_endpoint_auth.type !== 'none' && (
                  <SecretField
                    name="auth.refresh.token_endpoint_auth.client_secret"
                    label="New client secret"
                    hint={KEEP}
                  />
                )}
              </>
            )}
          </>
        )}
      </Form>
    </Dialog>
  );
}

/** Converts the form to an update. Empty secrets are omitted, which keeps their current values. */
function changeOf(values: typeof EMPTY.auth, oauth: McpOauth | undefined) {
  if (oauth === undefined) return { type: 'static_bearer', token: values.token };
  const type = oauth.refresh?.token_endpoint_auth.type;
  const { refresh_token, token_endpoint_auth } = values.refresh;
  const { client_secret } = token_endpoint_auth;
  const refresh = {
    ...(refresh_token === '' ? {} : { refresh_token }),
    ...(client_secret === '' ? {} : { token_endpoint_auth: { type, client_secret } }),
  };
  return {
    type: 'mcp_oauth',
    access_token: values.access_token,
    expires_at: expiryOf(values.expires_at),
    ...(Object.keys(refresh).length === 0 ? {} : { refresh }),
  };
}
