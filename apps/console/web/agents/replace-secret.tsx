import type { FormEvent } from 'react';
import type { McpOauth, VaultCredential, VaultCredentialUpdateParams } from '@parlance/schemas';
import { ask } from '../rpc.js';
import { useAction } from '../ui/action.js';
import { Dialog } from '../ui/dialog.js';
import { FormEnd } from '../ui/form-end.js';
import { fieldOf, NamedField, SecretField } from '../ui/secret-field.js';
import { timeOf } from './credential-form.js';

interface Props {
  readonly credential: VaultCredential;
  readonly onSaved: () => Promise<void>;
  readonly onClose: () => void;
}

/** Puts new secrets in the place of the old ones. The server and the kind of the credential stay. */
export function ReplaceSecret({ credential, onSaved, onClose }: Props) {
  const { id, vault_id: vaultId, auth, display_name } = credential;
  const { busy, problem, run } = useAction();
  const oauth = auth.type === 'mcp_oauth' ? auth : undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    void run(async () => {
      await ask('credentials.replace', { vaultId, id, auth: changeOf(form, oauth) });
      form.reset();
      await onSaved();
      onClose();
    });
  };
  return (
    <Dialog title={`New secret for ${display_name ?? 'the credential'}`} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <p className="muted small">Sessions that use the credential go on with the new one.</p>
        {oauth === undefined ? (
          <SecretField name="token" label="New token" />
        ) : (
          <>
            <SecretField name="access_token" label="New access token" />
            <NamedField
              name="expires_at"
              type="datetime-local"
              label="It ends"
              hint="Leave it empty when unknown."
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
  const keep = 'Left empty, the stored one stays.';
  return (
    <>
      <SecretField name="refresh_token" label="New refresh token" required={false} hint={keep} />
      {refresh.token_endpoint_auth.type !== 'none' && (
        <SecretField name="client_secret" label="New client secret" required={false} hint={keep} />
      )}
    </>
  );
}

/** What the form changes. A secret that is left empty is left out: it keeps its value. */
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
    expires_at: timeOf(form),
    ...(Object.keys(refresh).length === 0 ? {} : { refresh }),
  };
}
