/** Rules of legacy completions. */
import type { RuleRows } from '../rule.js';

const CREATE = 'Create completion (legacy): `POST /v1/complete`';

/** Rules of legacy completions. */
export const completionRules: RuleRows = {
  'INF-080': ['Completion (legacy) > id', 'Ids are unique.', 'inference/completions.ts'],
  'INF-081': [
    'Completion (legacy) > completion',
    'The text ends before the stop sequence.',
    'model/reply.ts',
  ],
  'INF-082': ['Completion (legacy) > model', 'The model is named.', 'inference/completions.ts'],
  'INF-083': [
    'Completion (legacy) > stop_reason',
    'The stop reason is a stop sequence or the limit.',
    'inference/completions.ts',
  ],
  'INF-084': ['Completion (legacy) > type', 'The type is completion.', 'inference/completions.ts'],
  'INF-085': [
    'States and transitions',
    'Only the container has a state: it expires.',
    'inference/completions.ts',
  ],
  'INF-190': [
    `${CREATE} > max_tokens_to_sample`,
    'max_tokens_to_sample is required.',
    'schema completions.create',
  ],
  'INF-191': [
    `${CREATE} > max_tokens_to_sample`,
    'max_tokens_to_sample is a limit.',
    'inference/completions.ts',
  ],
  'INF-192': [`${CREATE} > model`, 'model is required.', 'schema completions.create'],
  'INF-193': [`${CREATE} > prompt`, 'prompt is a required string.', 'schema completions.create'],
  'INF-194': [
    `${CREATE} > prompt`,
    'A prompt alternates turns and ends with the assistant.',
    'schema completions.create',
  ],
  'INF-195': [`${CREATE} > metadata`, 'metadata.user_id is a string.', 'schema completions.create'],
  'INF-196': [`${CREATE} > metadata`, 'metadata.user_id is accepted as it is.', 'schema completions.create'],
  'INF-197': [
    `${CREATE} > stop_sequences`,
    'stop_sequences is a list of strings.',
    'schema completions.create',
  ],
  'INF-198': [
    `${CREATE} > stop_sequences`,
    'The text never holds the human turn marker.',
    'inference/completions.ts',
  ],
  'INF-199': [`${CREATE} > stream`, 'stream sends events.', 'inference/completions.ts'],
  'INF-200': [
    `${CREATE} > temperature; Limits > temperature (legacy)`,
    'temperature is between 0 and 1.',
    'schema completions.create',
  ],
  'INF-201': [
    `${CREATE} > temperature; Limits > temperature (legacy)`,
    'temperature can be left out.',
    'schema completions.create',
  ],
  'INF-202': [`${CREATE} > top_k`, 'top_k is a number.', 'schema completions.create'],
  'INF-203': [`${CREATE} > top_p`, 'top_p is a number.', 'schema completions.create'],
  'INF-204': [CREATE, 'The response is a completion.', 'inference/completions.ts'],
  'INF-216': [
    'What the service does',
    'Completions are legacy and still served.',
    'inference/completions.ts',
  ],
};
