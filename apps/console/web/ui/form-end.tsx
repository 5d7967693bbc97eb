import { useEffect, useRef } from 'react';
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

/**
 * The end of a form: the problem of the last submit, and the buttons. A problem is shown next to the buttons, which may
 * be sticky, and focuses the first invalid field.
 */
export function FormEnd({ action, busy, problem, onCancel, isIncomplete = false, isSticky = false }: Props) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem !== undefined) focusInvalid(end.current?.closest('form'));
  }, [problem]);
  return (
    <div ref={end} className={`stack tight-stack ${isSticky ? 'form-end' : ''}`}>
      {problem !== undefined && <ProblemNotice problem={problem} />}
      <div className="row">
        <button type="submit" className="button primary" disabled={busy || isIncomplete}>
          {action}
        </button>
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </div>
  );
}

/** Focuses the first invalid field of a form. Opens the part of the form that it is in. */
export function focusInvalid(form: HTMLFormElement | null | undefined): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid=true]');
  const part = field?.closest('details');
  if (part != null) part.open = true;
  field?.focus();
}
