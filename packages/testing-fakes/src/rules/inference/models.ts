/** Rules of models. */
import type { RuleRows } from '../rule.js';

/** Rules of models. */
export const modelRules: RuleRows = {
  'INF-004': ['What the service does', 'An alias resolves to the model it names.', 'model/model-table.ts'],
  'INF-060': [
    'Model identifiers (message generation and legacy completion)',
    'Every listed identifier is a model.',
    'model/model-table.ts',
  ],
  'INF-061': [
    'Model identifiers (message generation and legacy completion)',
    'Any other string is a model too.',
    'inference/message-checks.ts',
  ],
  'INF-065': ['ModelInfo > id', 'The id is unique.', 'model/model-table.ts'],
  'INF-066': ['ModelInfo > created_at', 'created_at is the time of the release.', 'model/model-table.ts'],
  'INF-067': ['ModelInfo > display_name', 'display_name is human-readable.', 'model/model-table.ts'],
  'INF-068': [
    'ModelInfo > max_input_tokens',
    'max_input_tokens is the context window.',
    'model/model-table.ts',
  ],
  'INF-069': [
    'ModelInfo > max_tokens; Limits > max_tokens',
    'max_tokens is the largest allowed value, and is enforced.',
    'model/model-table.ts',
  ],
  'INF-070': ['ModelInfo > type', 'The type is model.', 'model/model-table.ts'],
  'INF-071': ['ModelInfo > capabilities', 'Capabilities are listed.', 'model/model-table.ts'],
  'INF-072': [
    'ModelInfo > capabilities',
    'Context management is listed by strategy.',
    'model/model-table.ts',
  ],
  'INF-073': ['ModelInfo > capabilities', 'Effort is listed by level.', 'model/model-table.ts'],
  'INF-074': ['ModelInfo > capabilities', 'Thinking is listed by kind.', 'model/model-table.ts'],
  'INF-075': ['Get model: `GET /v1/models/{model_id}`', 'An unknown model is 404.', 'inference/models.ts'],
  'INF-076': ['Get model: `GET /v1/models/{model_id}`', 'No beta header is required.', 'engine/headers.ts'],
};
