import type { Problem } from '../../server/problem.js';
import { ProblemNotice } from './notice.js';

interface Props {
  /** Label of the submit button. */
  readonly action: string;
  readonly busy: boolean;
  /** Why the last submit failed. */
  readonly problem: Problem | undefined;
  readonly onCancel: () => void;
  /** Disables the submit button while something is missing that the fields do not validate themselves. */
  readonly isIncomplete?: boolean;
  /** Keeps the buttons in view while a long form scrolls. */
  readonly isSticky?: boolean;
}

/** The end of a form: the problem of the last submit, and the buttons. */
export function FormEnd({ action, busy, problem, onCancel, isIncomplete = false, isSticky = false }: Props) {
  return (
    <>
      {problem !== undefined && <ProblemNotice problem={problem} />}
      <div className={`row ${isSticky ? 'form-end' : ''}`}>
        <button type="submit" className="button primary" disabled={busy || isIncomplete}>
          {action}
        </button>
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </>
  );
}
