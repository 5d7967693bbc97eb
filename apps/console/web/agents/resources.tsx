import type { ChangeEvent } from 'react';
import type { Session, SessionResource } from '@parlance/schemas';
import { ask } from '../rpc.js';
import { useAction } from '../ui/action.js';
import { Icon } from '../ui/icon.js';
import { ProblemNotice } from '../ui/notice.js';

interface Props {
  readonly session: Session;
  readonly isOpen: boolean;
  readonly onChanged: () => Promise<void>;
}

/** What the session has been given; text files can be added while it is open. */
export function Resources({ session: { id, resources, vault_ids }, isOpen, onChanged }: Props) {
  const { busy, problem, run } = useAction();
  const add = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (file === undefined) return;
    void run(async () => {
      await ask('sessions.addFile', { sessionId: id, name: file.name, text: await file.text() });
      await onChanged();
      target.value = '';
    });
  };
  return (
    <>
      <ul className="row" aria-label="Resources">
        {resources.map((resource, index) => (
          <li key={index} className="chip">
            <Icon name="file" size={14} /> {nameOf(resource)}
          </li>
        ))}
        {vault_ids.length > 0 && <li className="chip violet">{vault_ids.length} vaults</li>}
        {isOpen && (
          <li>
            <label className="button tiny">
              <Icon name="clip" size={16} /> Add a text file
              <input
                type="file"
                className="visually-hidden"
                accept="text/*,.md,.json,.csv"
                disabled={busy}
                onChange={add}
              />
            </label>
          </li>
        )}
      </ul>
      {problem !== undefined && <ProblemNotice problem={problem} />}
    </>
  );
}

function nameOf(resource: SessionResource): string {
  switch (resource.type) {
    case 'file':
      return resource.mount_path;
    case 'githost_repository':
      return resource.url;
    case 'memory_store':
      return `memory ${resource.name ?? resource.memory_store_id}`;
    default:
      return String(resource.type);
  }
}
