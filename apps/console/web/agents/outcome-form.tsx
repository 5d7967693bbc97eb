import { useState, type FormEvent } from 'react';
import { sessionLimits } from '@parlance/schemas';
import { ask } from '../rpc.js';
import { useAction } from '../ui/action.js';
import { Dialog } from '../ui/dialog.js';
import { ProblemNotice } from '../ui/notice.js';
import { TextField } from '../ui/text-field.js';

/** What the service takes when nothing is said. */
const STANDARD_ROUNDS = 3;

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
  const [most, setMost] = useState(STANDARD_ROUNDS);
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
        <TextField label="What is to be achieved" value={description} required onChange={setDescription} />
        <TextField
          label="How it is graded"
          value={rubric}
          limit={sessionLimits.rubricCharacters}
          required
          rows={4}
          onChange={setRubric}
        />
        <label className="field">
          <span className="label">Most rounds</span>
          <input
            className="input tight"
            type="number"
            min={1}
            max={sessionLimits.outcomeIterations}
            value={most}
            onChange={(event) => setMost(event.target.valueAsNumber || 1)}
          />
          <span className="hint">1 to {sessionLimits.outcomeIterations}</span>
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
