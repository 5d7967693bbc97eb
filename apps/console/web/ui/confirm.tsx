import { useState, type ReactNode } from 'react';
import { useAction } from './action.js';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { ProblemNotice } from './notice.js';

interface Props {
  /** The question to confirm. */
  readonly title: string;
  /** Label of the confirm button, in one to three words. */
  readonly action: string;
  /** Whether the action deletes something. */
  readonly isDangerous?: boolean;
  /** Text that must be typed before the action can be confirmed. */
  readonly phrase?: string;
  readonly onConfirm: () => unknown;
  readonly onClose: () => void;
  /** Explains what the action changes and what it keeps. */
  readonly children: ReactNode;
}

/** A dialog that confirms an irreversible action. It stays open and shows the problem if the action fails. */
export function Confirm({ title, action, isDangerous = false, phrase, onConfirm, onClose, children }: Props) {
  const [typed, setTyped] = useState('');
  const { busy, problem, run } = useAction();
  const confirm = async (): Promise<void> => {
    await onConfirm();
    onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void run(confirm);
        }}
      >
        {children}
        {problem !== undefined && <ProblemNotice problem={problem} />}
        {phrase !== undefined && (
          <label className="field">
            <span className="label">
              Type <code>{phrase}</code> to confirm
            </span>
            <input
              className="input"
              value={typed}
              autoComplete="off"
              onChange={(event) => setTyped(event.target.value)}
            />
          </label>
        )}
        <div className="row">
          <Button
            kind={isDangerous ? 'danger' : 'primary'}
            type="submit"
            disabled={busy || (phrase !== undefined && typed.trim() !== phrase)}
          >
            {action}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
