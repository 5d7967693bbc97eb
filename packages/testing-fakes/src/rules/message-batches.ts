/** Rules BAT: message batches. */
import type { RuleRows } from './rule.js';

/** Rules BAT: message batches. */
export const messageBatchRules: RuleRows = {
  'BAT-001': ['1.2.9; 1.1.4', 'A batch has 1 to 100,000 requests.', 'schema messages.batches.create'],
  'BAT-002': [
    '1.1.4',
    'A body over 256 MB is 413, before it is read when its length is known.',
    'engine/receive-body.ts',
  ],
  'BAT-003': [
    '1.2.9',
    'custom_id has 1 to 64 letters, digits, underscores and hyphens.',
    'schema messages.batches.create',
  ],
  'BAT-004': ['1.2.9', 'custom_id is unique within its batch.', 'schema messages.batches.create'],
  'BAT-005': [
    '1.2.9; A.6',
    'A new batch is in_progress; all its requests count as processing until it ends.',
    'inference/batch-records.ts',
  ],
  'BAT-006': [
    '1.2.9',
    'A canceled batch is canceling, then ended; what was processed keeps its result.',
    'inference/batch-run.ts',
  ],
  'BAT-007': [
    '1.2.9',
    'Requests that are not processed within 24 hours expire.',
    'inference/batch-records.ts',
  ],
  'BAT-008': [
    '1.2.9; A.6',
    'The results have each request once, as a JSON line: succeeded, errored, canceled or expired.',
    'inference/batch-run.ts',
  ],
  'BAT-009': [
    '1.2.9; 4.5',
    'results_url is absolute, on the origin of the request, and null without results, which are then 404.',
    'inference/message-batches.ts',
  ],
  'BAT-010': ['1.2.9', 'Batches are listed newest first; 20 by default, at most 1,000.', 'records/pages.ts'],
  'BAT-011': ['1.2.9', 'Only a batch that has ended can be deleted.', 'inference/message-batches.ts'],
  'BAT-012': [
    '1.2.9',
    'The usage of a message in a batch has the service tier batch.',
    'inference/batch-result.ts',
  ],
  'BAT-013': ['1.2.9', 'Results are kept for 29 days.', 'inference/batch-records.ts'],
  'BAT-014': [
    '1.2.9',
    'Params are checked when they are processed; stream is not among them.',
    'inference/batch-result.ts',
  ],
};
