/** Rules of models. */
import { ruleSet, type Rule } from '../rule-table.js';

const TABLE = 'inference/model-table.ts';
const NAMES = 'Model identifiers (message generation and legacy completion)';

/** Rules of models. */
export const modelRules: readonly Rule[] = ruleSet(
  { document: 'inference', test: 'packages/testing-fakes/src/inference/models.test.ts' },
  {
    'INF-004': ['What the service does', 'An alias answers the model it stands for.', TABLE],
    'INF-060': [NAMES, 'Every listed identifier is a model.', TABLE],
    'INF-061': [NAMES, 'Any other text is a model too.', 'inference/message-checks.ts'],
    'INF-065': ['ModelInfo', 'The id is unique.', TABLE],
    'INF-066': ['ModelInfo', 'The release has a time.', TABLE],
    'INF-067': ['ModelInfo', 'The name can be read.', TABLE],
    'INF-068': ['ModelInfo', 'The context window is told.', TABLE],
    'INF-069': ['ModelInfo', 'The largest max_tokens is told, and holds.', TABLE],
    'INF-070': ['ModelInfo', 'The type is model.', TABLE],
    'INF-071': ['ModelInfo', 'Capabilities are told.', TABLE],
    'INF-072': ['ModelInfo', 'Context management is told by strategy.', TABLE],
    'INF-073': ['ModelInfo', 'Effort is told by level.', TABLE],
    'INF-074': ['ModelInfo', 'Thinking is told by kind.', TABLE],
    'INF-075': ['Get model: `GET /v1/models/{model_id}`', 'An unknown model is 404.', 'inference/models.ts'],
    'INF-076': ['Get model: `GET /v1/models/{model_id}`', 'No beta header is needed.', 'engine/headers.ts'],
  },
);
