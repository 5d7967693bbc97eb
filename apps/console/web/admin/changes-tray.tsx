import { plural } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
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
              <button
                type="button"
                className="button quiet icon"
                aria-label={`Remove change to ${subject}`}
                onClick={() => remove(key)}
              >
                <Icon name="close" size={16} />
              </button>
            </div>
            {problem !== undefined && <ProblemNotice problem={problem} />}
          </li>
        ))}
      </ul>
      <div className="row">
        <button type="button" className="button primary" disabled={busy} onClick={() => void apply()}>
          {busy ? 'Applying…' : 'Apply'}
        </button>
        <button type="button" className="button" disabled={busy} onClick={discard}>
          Discard
        </button>
      </div>
    </section>
  );
}
