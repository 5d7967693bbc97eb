import { sessionLimits } from '@parlance/schemas';
import { UserEventParamsSchema } from '@parlance/schemas/validation';
import { managedAgents } from '../sdk/managed-agents.js';
import { Dialog } from '../ui/dialog.js';
import { TextField } from '../ui/fields.js';
import { Form } from '../ui/form.js';

/** Starts with the service's default for `max_iterations`. */
const EMPTY = {
  type: 'user.define_outcome' as const,
  description: '',
  rubric: { type: 'text' as const, content: '' },
  max_iterations: 3,
};

/** Dialog that sets the goal of a session and how it is graded. */
export function OutcomeForm({
  sessionId,
  onClose,
}: {
  readonly sessionId: string;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title="Set an outcome" onClose={onClose}>
      <Form
        draft={`outcome ${sessionId}`}
        initial={EMPTY}
        schema={UserEventParamsSchema}
        action="Set outcome"
        onSubmit={(event) => managedAgents.sessions.events.send(sessionId, { events: [event] }).then(onClose)}
      >
        <TextField name="description" label="Goal" required />
        <TextField
          name="rubric.content"
          label="Grading criteria"
          limit={sessionLimits.rubricCharacters}
          required
          rows={4}
        />
        <TextField
          name="max_iterations"
          label="Maximum rounds"
          type="number"
          hint={`1 to ${sessionLimits.outcomeIterations}`}
        />
      </Form>
    </Dialog>
  );
}
