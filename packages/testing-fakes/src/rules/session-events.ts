/** Rules of session events. */
import { ruleSet, type Rule } from './rule-table.js';

/** Rules EVT. */
export const sessionEventRules: readonly Rule[] = ruleSet(
  { document: 'managed-agents', test: 'packages/testing-fakes/src/managed-agents/run/tools.test.ts' },
  {
    'EVT-001': [
      'Events',
      'agent.custom_tool_use is emitted by the session when the agent calls a custom tool; the session then is idle.',
      'managed-agents/session-events.ts',
    ],
    'EVT-002': [
      'Events',
      'user.custom_tool_result is sent by the client.',
      'managed-agents/session-events.ts',
    ],
    'EVT-003': [
      'Events',
      'define_outcome declares an outcome; each one yields one entry in outcome_evaluations.',
      'managed-agents/session-events.ts',
      'packages/testing-fakes/src/managed-agents/run/outcomes.test.ts',
    ],
  },
);
