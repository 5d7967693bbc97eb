/** Rules SLA: what sessions have in later versions of the API. */
import type { RuleRows } from './rule.js';

/** Rules SLA: what sessions have in later versions of the API. */
export const laterSessionRules: RuleRows = {
  'SLA-001': [
    '1.3.3',
    'budget is null or {type limit, max_list_cost {amount in cents as text, currency USD}}.',
    'schema sessions.create',
  ],
  'SLA-002': [
    '1.3.3; 1.3.6',
    'A session whose cost has reached its budget is idle with budget_reached until the budget is raised or removed; before it is idle it emits session.usage.',
    'managed-agents/run/session-cost.ts',
  ],
  'SLA-003': [
    '1.3.3',
    'initial_events has at most 50 events of the types user.message and user.define_outcome, which are processed in order.',
    'managed-agents/sessions.ts',
  ],
  'SLA-004': [
    '1.3.6',
    'system.message has 1 to 1,000 texts, is rejected while requires_action is open, and is part of later model requests.',
    'managed-agents/session-events.ts',
  ],
  'SLA-005': [
    '1.3.5; 1.3.6',
    'event_deltas previews agent.message and agent.thinking: event_start, then event_delta with the text, then the event with the announced id. Previews are not listed; streams of threads have none.',
    'managed-agents/session-stream.ts',
  ],
  'SLA-006': [
    '1.3.3',
    'An agent with overrides replaces the named parts of the definition for one session.',
    'managed-agents/session-start.ts',
  ],
  'SLA-007': [
    '1.3.3',
    'API versions after 2023-06-01 show budget, deployment_id, active_seconds, list_cost and server_tool_use, as does a session with a budget.',
    'managed-agents/sessions.ts',
  ],
  'SLA-008': [
    '1.3.6',
    'After a refusal a session is idle with the stop reason refusal and stop_details.',
    'managed-agents/run/session-run.ts',
  ],
  'SLA-009': [
    '1.3.6',
    'A workflow run emits created, status_running, the start and end of each phase, and status_ended. Their payload is not documented.',
    'managed-agents/run/workflow-run.ts',
  ],
};
