/** Rules of legacy completions. */
import { ruleSet, type Rule } from '../rule-table.js';

const RECORD = 'Completion (legacy)';
const CREATE = 'Create completion (legacy): `POST /v1/complete`';
const SCHEMA = 'schema completions.create';
const HANDLER = 'inference/completions.ts';

/** Rules of legacy completions. */
export const completionRules: readonly Rule[] = ruleSet(
  { document: 'inference', test: 'packages/testing-fakes/src/inference/completions.test.ts' },
  {
    'INF-080': [RECORD, 'Ids are unique.', HANDLER],
    'INF-081': [RECORD, 'The text ends before the stop sequence.', 'model/reply.ts'],
    'INF-082': [RECORD, 'The model is named.', HANDLER],
    'INF-083': [RECORD, 'It ends by a stop sequence or the limit.', HANDLER],
    'INF-084': [RECORD, 'The type is completion.', HANDLER],
    'INF-085': ['States and transitions', 'Nothing has a state but the container, which expires.', HANDLER],
    'INF-190': [CREATE, 'max_tokens_to_sample is required.', SCHEMA],
    'INF-191': [CREATE, 'max_tokens_to_sample is a limit.', HANDLER],
    'INF-192': [CREATE, 'model is required.', SCHEMA],
    'INF-193': [CREATE, 'prompt is a required text.', SCHEMA],
    'INF-194': [CREATE, 'A prompt alternates turns and ends with the assistant.', SCHEMA],
    'INF-195': [CREATE, 'metadata.user_id is a text.', SCHEMA],
    'INF-196': [CREATE, 'metadata.user_id is taken as it is.', SCHEMA],
    'INF-197': [CREATE, 'stop_sequences is a list of texts.', SCHEMA],
    'INF-198': [CREATE, 'The text never holds the human turn marker.', HANDLER],
    'INF-199': [CREATE, 'stream delivers events.', HANDLER],
    'INF-200': [CREATE, 'temperature is 0 to 1.', SCHEMA],
    'INF-201': [CREATE, 'temperature can be left out.', SCHEMA],
    'INF-202': [CREATE, 'top_k is a number.', SCHEMA],
    'INF-203': [CREATE, 'top_p is a number.', SCHEMA],
    'INF-204': [CREATE, 'The answer is a completion.', HANDLER],
    'INF-216': ['What the service does', 'Completions are legacy and still served.', HANDLER],
  },
);
