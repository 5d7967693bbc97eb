/** The rules of inference. A resource's own set joins here once. */
import { ruleSet, type Rule } from '../rule-table.js';
import { completionRules } from './completions.js';
import { messageInputRules } from './message-input.js';
import { messageRules } from './messages.js';
import { modelRules } from './models.js';
import { toolRules } from './tools.js';

const sharedRules: readonly Rule[] = ruleSet(
  { document: 'not-shown', test: 'packages/testing-fakes/src/inference/messages.test.ts' },
  {
    'GEN-008': ['1.1.4', 'A body over 32 MB is 413.', 'engine/body.ts'],
    'GEN-014': [
      '1.1.9',
      'Events are named by their type, each with one line of data.',
      'engine/event-body.ts',
    ],
    'GEN-015': ['1.2.6', 'Events come in order, and join to the answer.', 'inference/message-events.ts'],
    'GEN-021': [
      '1.2.5',
      'Counting needs a model.',
      'schema messages.countTokens',
      'packages/testing-fakes/src/inference/message-input.test.ts',
    ],
    'GEN-027': ['1.1.7', 'Unknown beta names do no harm.', 'engine/headers.ts'],
  },
);

/** Rules of inference. */
export const inferenceRules: readonly Rule[] = [
  ...messageRules,
  ...messageInputRules,
  ...toolRules,
  ...modelRules,
  ...completionRules,
  ...sharedRules,
];
