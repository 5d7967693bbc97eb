import type { ChangeEvent } from 'react';
import type { RepositoryResource, Session, SessionResource } from '@parlance/schemas';
import * as z from 'zod';
import { upload } from '../api.js';
import { managedAgents } from '../sdk/managed-agents.js';
import { useAction } from '../ui/action.js';
import { IconButton } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { SecretField } from '../ui/fields.js';
import { Form } from '../ui/form.js';
import { plural } from '../ui/format.js';
import { Icon, type IconName } from '../ui/icon.js';
import { ProblemNotice } from '../ui/notice.js';
import { useView } from '../ui/view.js';
import { RemovalActions } from '../ui/removal-actions.js';
import { placeOf } from './session-draft.js';

interface Props {
  readonly session: Session;
  readonly isOpen: boolean;
  readonly onChanged: () => Promise<unknown>;
}

/** The resources of a session. While it is open, files can be added and removed, and repository tokens replaced. */
export function Resources({ session: { id, resources, vault_ids }, isOpen, onChanged }: Props) {
  const { busy, problem, run } = useAction();
  const [{ renew }, setView] = useView({ renew: '' });
  const renewing = resources.find(
    (resource) => resource.type === 'githost_repository' && resource.id === renew,
  ) as RepositoryResource | undefined;
  const add = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    void run(async () => {
      for (const file of files) {
        const { id: fileId } = await upload(file);
        await managedAgents.sessions.resources.add(id, {
          type: 'file',
          file_id: fileId,
          mount_path: placeOf(file.name),
        });
        await onChanged();
      }
    });
    target.value = '';
  };
  return (
    <>
      <ul className="row" aria-label="Resources">
        {resources.map((resource, index) => (
          <li key={index} className="chip resource" title={titleOf(resource)}>
            <Icon name={iconOf(resource)} size={14} /> <span className="truncate">{nameOf(resource)}</span>
            {isOpen && resource.type === 'githost_repository' && (
              <IconButton
                icon="refresh"
                label={`Replace token of ${resource.url}`}
                isSmall
                onClick={() => setView({ renew: resource.id })}
              />
            )}
            {isOpen && resource.type === 'file' && (
              <RemovalActions
                what="file"
                name={resource.mount_path}
                isSmall
                onDelete={() => managedAgents.sessions.resources.delete(id, resource.id).then(onChanged)}
              />
            )}
          </li>
        ))}
        {vault_ids.length > 0 && (
          <li className="chip violet">
            <Icon name="lock" size={14} /> {plural(vault_ids.length, 'vault')}
          </li>
        )}
        {isOpen && (
          <li>
            <label className="button tiny">
              <Icon name="clip" size={16} /> {busy ? 'Uploading…' : 'Add files'}
              <input type="file" multiple className="visually-hidden" disabled={busy} onChange={add} />
            </label>
          </li>
        )}
      </ul>
      {problem !== undefined && <ProblemNotice problem={problem} />}
      {renewing !== undefined && (
        <RenewToken
          sessionId={id}
          repository={renewing}
          onClose={() => setView({ renew: '' }, { replace: true })}
        />
      )}
    </>
  );
}

interface RenewProps {
  readonly sessionId: string;
  readonly repository: RepositoryResource;
  readonly onClose: () => void;
}

const tokenSchema = z.strictObject({ token: z.string().min(1) });

function RenewToken({ sessionId, repository, onClose }: RenewProps) {
  return (
    <Dialog title="Replace repository token" onClose={onClose}>
      <Form
        draft={`token of ${repository.id}`}
        initial={{ token: '' }}
        schema={tokenSchema}
        action="Replace"
        onSubmit={({ token }) =>
          managedAgents.sessions.resources
            .update(sessionId, repository.id, { authorization_token: token })
            .then(onClose)
        }
      >
        <p className="small">{repository.url}</p>
        <SecretField name="token" label="Token" />
      </Form>
    </Dialog>
  );
}

function iconOf({ type }: SessionResource): IconName {
  return type === 'memory_store' ? 'thought' : type === 'githost_repository' ? 'branch' : 'file';
}

function nameOf(resource: SessionResource): string {
  switch (resource.type) {
    case 'file':
      return resource.mount_path.split('/').at(-1) ?? resource.mount_path;
    case 'githost_repository':
      return resource.url.split('/').slice(-2).join('/');
    case 'memory_store':
      return resource.name ?? resource.memory_store_id;
    default:
      return String(resource.type);
  }
}

function titleOf(resource: SessionResource): string {
  switch (resource.type) {
    case 'file':
      return resource.mount_path;
    case 'githost_repository':
      return `${resource.url} in ${resource.mount_path}`;
    case 'memory_store':
      return `${resource.mount_path ?? ''} ${resource.access === 'read_only' ? '(read-only)' : ''}`;
    default:
      return '';
  }
}
