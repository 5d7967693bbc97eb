import { Button, IconButton } from '../ui/button.js';
import { plural } from '../ui/format.js';
import { ProblemNotice } from '../ui/notice.js';
import type { AdminChange } from './admin-change.js';
import type { PendingChanges } from './pending-changes.js';

/** Pending changes, and the plan that applies them, to review. */
export function ChangesTray({ pending }: { readonly pending: PendingChanges }) {
  const { changes, plan, busy, remove, discard, apply } = pending;
  if (changes.length === 0) return null;
  const breaches = plan?.plan.breaches ?? [];
  return (
    <section className="card box tray" aria-label="Pending changes">
      <h2>{plural(changes.length, 'pending change')}</h2>
      <ul>
        {changes.map(({ key, change, subject, before, after, problem }) => (
          <li key={key}>
            <div className="change">
              <strong className="truncate">{subject}</strong>
              <span>
                <del>{before}</del> <span aria-hidden="true">→</span>{' '}
                <ins className={isRemoval(change) ? 'removal' : ''}>{after}</ins>
              </span>
              <IconButton icon="close" label={`Remove change to ${subject}`} onClick={() => remove(key)} />
            </div>
            {problem !== undefined && <ProblemNotice problem={problem} />}
          </li>
        ))}
      </ul>
      {pending.problem !== undefined && <ProblemNotice problem={pending.problem} />}
      <ul className="small" aria-label="Consequences">
        {plan?.steps
          .filter(({ breaks }) => breaks.length > 0)
          .map(({ text, breaks }) => (
            <li key={text}>
              {text}: {breaks.join(', ')}
            </li>
          ))}
        {plan?.plan.notes.map(({ email, workspace, why }) => (
          <li key={why}>
            Not done by this plan: {email ?? workspace} {why}
          </li>
        ))}
        {breaches.map(({ message }) => (
          <li key={message} className="wrong">
            Needs the approval of others: {message}. Use <code>parlance org</code>.
          </li>
        ))}
      </ul>
      <div className="row">
        <Button
          kind="primary"
          disabled={busy || plan === undefined || breaches.length > 0}
          onClick={() => void apply()}
        >
          {busy ? 'Applying…' : 'Apply'}
        </Button>
        <Button disabled={busy} onClick={discard}>
          Discard
        </Button>
      </div>
    </section>
  );
}

/** Whether a change removes access. */
function isRemoval(change: AdminChange): boolean {
  return change.kind === 'archiveWorkspace' || (change.kind === 'user' && change.absent === true);
}
