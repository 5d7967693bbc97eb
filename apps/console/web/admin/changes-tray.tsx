import { Button, IconButton } from '../ui/button.js';
import { plural } from '../ui/format.js';
import { ProblemNotice } from '../ui/notice.js';
import type { PendingChanges } from './pending-changes.js';

/** Changes that remove access or data. */
const REMOVALS = { removeUser: true, revokeInvite: true, archiveWorkspace: true };

/** Pending changes, to review before applying them. */
export function ChangesTray({ pending }: { readonly pending: PendingChanges }) {
  const { changes, busy, remove, discard, apply } = pending;
  if (changes.length === 0) return null;
  return (
    <section className="card tray" aria-label="Pending changes">
      <h2>{plural(changes.length, 'pending change')}</h2>
      <ul>
        {changes.map(({ key, change, subject, before, after, problem }) => (
          <li key={key}>
            <div className="change">
              <strong className="truncate">{subject}</strong>
              <span>
                <del>{before}</del> <span aria-hidden="true">→</span>{' '}
                <ins className={change.kind in REMOVALS ? 'removal' : ''}>{after}</ins>
              </span>
              <IconButton icon="close" label={`Remove change to ${subject}`} onClick={() => remove(key)} />
            </div>
            {problem !== undefined && <ProblemNotice problem={problem} />}
          </li>
        ))}
      </ul>
      <div className="row">
        <Button kind="primary" disabled={busy} onClick={() => void apply()}>
          {busy ? 'Applying…' : 'Apply'}
        </Button>
        <Button disabled={busy} onClick={discard}>
          Discard
        </Button>
      </div>
    </section>
  );
}
