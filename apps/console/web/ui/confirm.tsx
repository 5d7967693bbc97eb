import type { ReactNode } from 'react';
import { useAction } from './action.js';
import { Dialog } from './dialog.js';
import { ProblemNotice } from './notice.js';

interface Props {
  /** The question. */
  readonly title: string;
  /** What the button does, in one or two words. */
  readonly action: string;
  /** Whether something is lost. */
  readonly isDangerous?: boolean;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
  /** What happens, and what stays. */
  readonly children: ReactNode;
}

/** Asks before something that cannot be undone, and says what it does. It stays open when it fails. */
export function Confirm({ title, action, isDangerous = false, onConfirm, onClose, children }: Props) {
  const { busy, problem, run } = useAction();
  const confirm = () =>
    void run(async () => {
      await onConfirm();
      onClose();
    });
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack">{children}</div>
      {problem !== undefined && <ProblemNotice problem={problem} />}
      <div className="row">
        <button
          type="button"
          className={`button ${isDangerous ? 'danger' : 'primary'}`}
          disabled={busy}
          onClick={confirm}
        >
          {action}
        </button>
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
