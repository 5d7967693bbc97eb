import type { ReactNode } from 'react';
import { useAction } from './action.js';
import { Dialog } from './dialog.js';
import { ProblemNotice } from './notice.js';

interface Props {
  /** The question to confirm. */
  readonly title: string;
  /** Label of the confirm button, in one to three words. */
  readonly action: string;
  /** Whether the action deletes something. */
  readonly isDangerous?: boolean;
  readonly onConfirm: () => unknown;
  readonly onClose: () => void;
  /** Explains what the action changes and what it keeps. */
  readonly children: ReactNode;
}

/** A dialog that confirms an irreversible action. It stays open and shows the problem if the action fails. */
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
