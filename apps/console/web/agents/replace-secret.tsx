import type { FormEvent } from 'react';
import type { McpOauth, VaultCredential, VaultCredentialUpdateParams } from '@parlance/schemas';
import { api, call } from '../api.js';
import { useAction } from '../ui/action.js';
import { Dialog } from '../ui/dialog.js';
import { FormEnd } from '../ui/form-end.js';
import { fieldOf, NamedField, SecretField } from '../ui/secret-field.js';
import { expiryOf } from './credential-form.js';

interface Props {
  readonly credential: VaultCredential;
  readonly onSaved: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Replaces the secrets of a credential. Its server and type stay the same. */
export function ReplaceSecret({ credential, onSaved, onClose }: Props) {
  const { id, vault_id: vaultId, auth, display_name } = credential;
  const { busy, problem, run } = useAction();
  const oauth = auth.type === 'mcp_oauth' ? auth : undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    void run(async () => {
      await call(api.credentials.replace, { vaultId, id, auth: changeOf(form, oauth) });
      form.reset();
      await onSaved();
      onClose();
    });
  };
  return (
    <Dialog title={`Replace secret of ${display_name ?? 'the credential'}`} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <p className="muted small">Sessions that use this credential switch to the new secret.</p>
        {oauth === undefined ? (
          <SecretField name="token" label="New token" />
        ) : (
          <>
            <SecretField name="access_token" label="New access token" />
            <NamedField
              name="expires_at"
              type="datetime-local"
              label="Expires at"
              hint="Leave empty if unknown."
            />
            {oauth.refresh != null && <RefreshFields refresh={oauth.refresh} />}
          </>
        )}
        <FormEnd action="Replace" busy={busy} problem={problem} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

function RefreshFields({ refresh }: { readonly refresh: NonNullable<McpOauth['refresh']> }) {
  const keep = 'Leave empty to keep the current one.';
  return (
    <>
      <SecretField name="refresh_token" label="New refresh token" required={false} hint={keep} />
      {refresh.token_endpoint_auth.type !== 'none' && (
        <SecretField name="client_secret" label="New client secret" required={false} hint={keep} />
      )}
    </>
  );
}

/** Reads the update from the form. Empty secrets are omitted, which keeps their current values. */
function changeOf(
  form: HTMLFormElement,
  oauth: McpOauth | undefined,
): NonNullable<VaultCredentialUpdateParams['auth']> {
  const text = (name: string): string => fieldOf(form, name);
  if (oauth === undefined) return { type: 'static_bearer', token: text('token') };
  const kind = oauth.refresh?.token_endpoint_auth.type;
  const refreshToken = text('refresh_token');
  const clientSecret = text('client_secret');
  const isSecret = kind === 'client_secret_basic' || kind === 'client_secret_post';
  const refresh = {
    ...(refreshToken === '' ? {} : { refresh_token: refreshToken }),
    ...(isSecret && clientSecret !== ''
      ? { token_endpoint_auth: { type: kind, client_secret: clientSecret } }
      : {}),
  };
  return {
    type: 'mcp_oauth',
    access_token: text('access_token'),
    expires_at: expiryOf(form),
    ...(Object.keys(refresh).length === 0 ? {} : { refresh }),
  };
}
