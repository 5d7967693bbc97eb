import { useState, type FormEvent } from 'react';
import { sessionLimits } from '@parlance/schemas';
import { api, call } from '../api.js';
import { useAction } from '../ui/action.js';
import { Dialog } from '../ui/dialog.js';
import { ProblemNotice } from '../ui/notice.js';
import { TextField } from '../ui/text-field.js';

/** The service's default for `max_iterations`. */
const DEFAULT_ROUNDS = 3;

/** Dialog that sets the goal of a session and how it is graded. */
export function OutcomeForm({
  sessionId,
  onClose,
}: {
  readonly sessionId: string;
  readonly onClose: () => void;
}) {
  const [description, setDescription] = useState('');
  const [rubric, setRubric] = useState('');
  const [maxRounds, setMaxRounds] = useState(DEFAULT_ROUNDS);
  const { busy, problem, run } = useAction();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      const outcome = {
        type: 'user.define_outcome',
        description,
        rubric: { type: 'text', content: rubric },
        max_iterations: maxRounds,
      } as const;
      await call(api.sessions.send, { id: sessionId, event: outcome });
      onClose();
    });
  };
  return (
    <Dialog title="Set an outcome" onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <TextField label="Goal" value={description} required onChange={setDescription} />
        <TextField
          label="Grading criteria"
          value={rubric}
          limit={sessionLimits.rubricCharacters}
          required
          rows={4}
          onChange={setRubric}
        />
        <label className="field">
          <span className="label">Maximum rounds</span>
          <input
            className="input tight"
            type="number"
            min={1}
            max={sessionLimits.outcomeIterations}
            value={maxRounds}
            onChange={(event) => setMaxRounds(event.target.valueAsNumber || 1)}
          />
          <span className="hint">1 to {sessionLimits.outcomeIterations}</span>
        </label>
        {problem !== undefined && <ProblemNotice problem={problem} />}
        <div>
          <button type="submit" className="button primary" disabled={busy}>
            Set outcome
          </button>
        </div>
      </form>
    </Dialog>
  );
}
