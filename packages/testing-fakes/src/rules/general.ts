/** Rules GEN: rules that several resources share and the documents do not specify. */
import type { RuleRows } from './rule.js';

/** Rules GEN: rules that several resources share and the documents do not specify. */
export const generalRules: RuleRows = {
  'GEN-001': [
    '1.1.1',
    'An error body has type, error.type, error.message and request_id, as application/json.',
    'engine/respond.ts',
  ],
  'GEN-002': ['1.1.1', 'Every response carries request-id; an error body repeats it.', 'engine/respond.ts'],
  'GEN-003': ['1.1.2', 'Malformed JSON is 400.', 'engine/body.ts'],
  'GEN-004': ['1.1.2', 'An unknown body field is 400.', 'engine/validation.ts'],
  'GEN-005': [
    '1.1.2',
    'A missing, ill-typed or out-of-range field is 400, and nothing is changed.',
    'engine/validation.ts',
  ],
  'GEN-006': ['1.1.2', 'A missing or unknown key is 401.', 'engine/headers.ts'],
  'GEN-007': ['1.1.2', 'An unknown path or id is 404.', 'engine/router.ts'],
  'GEN-008': ['1.1.4', 'A body over 32 MB is 413.', 'engine/body.ts'],
  'GEN-009': ['1.1.5', 'An invalid cursor is 400.', 'records/pages.ts'],
  'GEN-010': ['1.1.5', 'An empty page has no items, no cursors and nothing more.', 'records/pages.ts'],
  'GEN-011': [
    '1.1.6',
    'What belongs to one organization is a 404 for the keys of another.',
    'world/worlds.ts',
  ],
  'GEN-012': ['1.1.2', 'A body that is not a JSON object is 400.', 'engine/body.ts'],
  'GEN-013': ['1.0', 'Every operation is served at its method and path.', 'fake/services.ts'],
  'GEN-014': ['1.1.9', 'Events are named by their type, each with one line of data.', 'engine/event-body.ts'],
  'GEN-015': ['1.2.6', 'Events arrive in order and add up to the message.', 'inference/message-events.ts'],
  'GEN-016': ['1.1.5', 'after_id and before_id exclude each other.', 'records/pages.ts'],
  'GEN-017': [
    '1.3.1',
    'Agents are listed, retrieved at a version, updated with the stored version, archived.',
    'managed-agents/agents.ts',
  ],
  'GEN-018': [
    '1.3.3',
    'Sessions are listed, retrieved, updated, deleted, archived; events are sent, listed, streamed.',
    'managed-agents/sessions.ts',
  ],
  'GEN-019': [
    '1.3.7',
    'Deleting a session resource returns id and session_resource_deleted.',
    'managed-agents/session-resources.ts',
  ],
  'GEN-020': ['1.3.10', 'Archiving a vault or a memory store returns the record.', 'records/find.ts'],
  'GEN-021': ['1.2.5', 'Counting requires a model.', 'schema messages.countTokens'],
  'GEN-022': ['1.5.1', 'Newest first; 100 by default, at most 5,000.', 'compliance/activities.ts'],
  'GEN-023': ['1.5.3', 'Envelopes of organizations, users, projects.', 'compliance/organizations.ts'],
  'GEN-024': ['1.4.1', 'A pending invite expires after 21 days.', 'admin/invites.ts'],
  'GEN-025': ['1.4.2', 'Members are read, listed, updated, deleted.', 'admin/workspace-members.ts'],
  'GEN-026': ['1.1.2', 'No input yields a 5xx or ends the service.', 'emulator/engine.ts'],
  'GEN-027': ['1.1.7', 'Unknown beta names are accepted.', 'engine/headers.ts'],
  'GEN-028': [
    '1.3.4',
    'A new session is idle; a user message makes it run and rest again with end_turn.',
    'managed-agents/run/session-run.ts',
  ],
};
