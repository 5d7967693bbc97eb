/** All operations of inference, by id. */
import { completionOperations } from './completions.js';
import { messageBatchOperations } from './message-batches.js';
import { messageOperations } from './messages.js';
import { modelOperations } from './models.js';
import { skillVersionOperations } from './skill-versions.js';
import { skillOperations } from './skills.js';

/** Type of {@link inferenceOperations}. */
export type InferenceOperations = typeof messageOperations &
  typeof messageBatchOperations &
  typeof modelOperations &
  typeof completionOperations &
  typeof skillOperations &
  typeof skillVersionOperations;

/** All operations of inference, by id. */
export const inferenceOperations: InferenceOperations = {
  ...messageOperations,
  ...messageBatchOperations,
  ...modelOperations,
  ...completionOperations,
  ...skillOperations,
  ...skillVersionOperations,
};
