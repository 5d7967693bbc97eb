import type { Problem } from '../../server/problem.js';
import { ProblemNotice } from './notice.js';

interface Props {
  /** What the form does, in a few words. */
  readonly action: string;
  readonly busy: boolean;
  /** Why it could not be done. */
  readonly problem: Problem | undefined;
  readonly onCancel: () => void;
  /** Whether something is missing that the fields themselves do not tell. */
  readonly isIncomplete?: boolean;
  /** Keeps the buttons in view while a long form is scrolled. */
  readonly isSticky?: boolean;
}

/** The end of a form: what went wrong, and the buttons. */
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
