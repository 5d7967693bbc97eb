/** Every operation of inference, by id. A resource's own record joins here once. */
import { completionOperations } from './completions.js';
import { messageOperations } from './messages.js';
import { modelOperations } from './models.js';

/** Type of {@link inferenceOperations}. */
export type InferenceOperations = typeof messageOperations &
  typeof modelOperations &
  typeof completionOperations;

/** Every operation of inference, by id. */
export const inferenceOperations: InferenceOperations = {
  ...messageOperations,
  ...modelOperations,
  ...completionOperations,
};
