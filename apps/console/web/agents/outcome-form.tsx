import { useState, type FormEvent } from 'react';
import { ask } from '../rpc.js';
import { useAction } from '../ui/action.js';
import { Dialog } from '../ui/dialog.js';
import { ProblemNotice } from '../ui/notice.js';

/** Sets what the session is to achieve, and by what it is graded. */
export function OutcomeForm({
  sessionId,
  onClose,
}: {
  readonly sessionId: string;
  readonly onClose: () => void;
}) {
  const [description, setDescription] = useState('');
  const [rubric, setRubric] = useState('');
  const [most, setMost] = useState(3);
  const { busy, problem, run } = useAction();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      const outcome = {
        type: 'user.define_outcome',
        description,
        rubric: { type: 'text', content: rubric },
        max_iterations: most,
      } as const;
      await ask('sessions.send', { id: sessionId, event: outcome });
      onClose();
    });
  };
  return (
    <Dialog title="Set an outcome" onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <label className="field">
          <span className="label">What is to be achieved</span>
          <input
            className="input"
            required
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        </label>
        <label className="field">
          <span className="label">How it is graded</span>
          <textarea
            className="input"
            required
            rows={4}
            value={rubric}
            onChange={(event) => setRubric(event.target.value)}
          />
        </label>
        <label className="field">
          <span className="label">Most rounds</span>
          <input
            className="input tight"
            type="number"
            min={1}
            max={20}
            value={most}
            onChange={(event) => setMost(event.target.valueAsNumber || 1)}
          />
          <span className="hint">1 to 20</span>
        </label>
        {problem !== undefined && <ProblemNotice problem={problem} />}
        <div>
          <button type="submit" className="button primary" disabled={busy}>
            Set it
          </button>
        </div>
      </form>
    </Dialog>
  );
}
