/** Rules WRK: the work queue of self-hosted environments. */
import type { RuleRows } from './rule.js';

/** Rules WRK: the work queue of self-hosted environments. */
export const environmentWorkRules: RuleRows = {
  'WRK-001': [
    '1.3.8',
    'Only self-hosted environments have a work queue.',
    'managed-agents/environment-work.ts',
  ],
  'WRK-002': [
    '1.3.8; A.13',
    'A session is queued when it is created, and when it runs again without open work.',
    'managed-agents/work-queue.ts',
  ],
  'WRK-003': ['1.3.8', 'block_ms is 1 to 999; a poll waits that long.', 'schema environments.work.poll'],
  'WRK-004': [
    '1.3.8',
    'An item that is not acknowledged is received again after reclaim_older_than_ms, 5,000 by default.',
    'managed-agents/work-queue.ts',
  ],
  'WRK-005': [
    '1.3.8; A.13',
    'A poll returns the oldest queued item with its secret, or null; other responses have no secret.',
    'managed-agents/environment-work.ts',
  ],
  'WRK-006': [
    '1.3.8',
    'An acknowledgment turns a queued item into a starting one; a later state is a conflict.',
    'managed-agents/environment-work.ts',
  ],
  'WRK-007': [
    '1.3.8; A.13',
    'The first heartbeat turns a starting item into an active one; a queued item has none.',
    'managed-agents/environment-work.ts',
  ],
  'WRK-008': [
    '1.3.8',
    'A heartbeat that expects another one than the latest, or NO_HEARTBEAT, is 412.',
    'managed-agents/environment-work.ts',
  ],
  'WRK-009': [
    '1.3.8; A.13',
    'The lease lasts desired_ttl_seconds, at least 1; the response has the effective time.',
    'schema environments.work.heartbeat',
  ],
  'WRK-010': [
    '1.3.8',
    'An item whose lease expires is queued again, or stopped if it was stopping.',
    'managed-agents/work-queue.ts',
  ],
  'WRK-011': [
    '1.3.8',
    'A stop turns an item into a stopping one; with force, or while queued, into a stopped one.',
    'managed-agents/environment-work.ts',
  ],
  'WRK-012': ['1.3.8', 'Stopping a stopped item is a conflict.', 'managed-agents/environment-work.ts'],
  'WRK-013': ['A.13', 'metadata is required in an update and is patched.', 'schema environments.work.update'],
  'WRK-014': [
    '1.3.8; A.13',
    'Statistics count queued, pending and the workers of the last 30 seconds.',
    'managed-agents/environment-work.ts',
  ],
  'WRK-015': [
    '1.3.8',
    'Work on a session that was archived, deleted or terminated is stopped.',
    'managed-agents/work-queue.ts',
  ],
};
