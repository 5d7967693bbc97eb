/** Rules of session events. */
import type { RuleRows } from './rule.js';

/** Rules of session events. */
export const sessionEventRules: RuleRows = {
  'EVT-001': [
    'Events > agent.custom_tool_use',
    'agent.custom_tool_use is emitted by the session when the agent calls a custom tool; the session then is idle.',
    'managed-agents/session-events.ts',
  ],
  'EVT-002': [
    'Events > user.custom_tool_result',
    'user.custom_tool_result is sent by the client.',
    'managed-agents/session-events.ts',
  ],
  'EVT-003': [
    'Events > define_outcome',
    'define_outcome declares an outcome; each one yields one entry in outcome_evaluations.',
    'managed-agents/session-events.ts',
  ],
};
