import { Icon } from '../ui/icon.js';
import { ProblemNotice } from '../ui/notice.js';
import type { PendingChanges } from './pending-changes.js';

/** Changes that take something away. */
const LOSSES = { removeUser: true, withdrawInvite: true, archiveWorkspace: true };

/** What will be changed, before it is. */
export function ChangesTray({ pending }: { readonly pending: PendingChanges }) {
  const { changes, busy, remove, discard, apply } = pending;
  if (changes.length === 0) return null;
  return (
    <section className="card tray" aria-label="Changes to apply">
      <h2>{changes.length === 1 ? 'One change' : `${changes.length} changes`}, not applied yet</h2>
      <ul>
        {changes.map(({ key, change, subject, before, after, problem }) => (
          <li key={key}>
            <div className="change">
              <strong className="truncate">{subject}</strong>
              <span>
                <del>{before}</del> <span aria-hidden="true">→</span>{' '}
                <ins className={change.kind in LOSSES ? 'removal' : ''}>{after}</ins>
              </span>
              <button
                type="button"
                className="button quiet icon"
                aria-label={`Drop the change of ${subject}`}
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
