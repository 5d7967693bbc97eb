/** Rules that all operations share. */
import { ruleSet, type Rule } from './rule-table.js';

/** Rules GEN. */
export const generalRules: readonly Rule[] = ruleSet(
  { document: 'not-shown', test: 'packages/testing-fakes/src/engine/engine.test.ts' },
  {
    'GEN-001': [
      '1.1.1',
      'An error body has type, error.type, error.message and request_id, as application/json.',
      'engine/respond.ts',
    ],
    'GEN-002': ['1.1.1', 'Every answer carries request-id; an error body repeats it.', 'engine/respond.ts'],
    'GEN-003': ['1.1.2', 'Malformed JSON is 400.', 'engine/body.ts'],
    'GEN-004': ['1.1.2', 'An unknown body field is 400.', 'engine/validation.ts'],
    'GEN-005': [
      '1.1.2',
      'A missing, ill-typed or out-of-range field is 400, and nothing is changed.',
      'engine/validation.ts',
    ],
    'GEN-006': ['1.1.2', 'A missing or unknown key is 401.', 'engine/headers.ts'],
    'GEN-007': ['1.1.2', 'An unknown path or id is 404.', 'engine/router.ts'],
    'GEN-009': ['1.1.5', 'An invalid cursor is 400.', 'records/pages.ts'],
    'GEN-010': ['1.1.5', 'An empty page has no items, no cursors and nothing more.', 'records/pages.ts'],
    'GEN-011': [
      '1.1.6',
      'What belongs to one organization answers 404 to the keys of another.',
      'world/worlds.ts',
    ],
    'GEN-012': ['1.1.2', 'A body that is no JSON object is 400.', 'engine/body.ts'],
    'GEN-013': [
      'Endpoints of the documents',
      'Every operation is served at its method and path.',
      'handlers.ts',
    ],
    'GEN-016': ['1.1.5', 'after_id and before_id exclude each other.', 'records/pages.ts'],
    'GEN-026': [
      '1.1.2',
      'No input yields a 5xx or ends the service.',
      'engine/engine.ts',
      'packages/testing-fakes/src/engine/fuzz.test.ts',
    ],
  },
);
