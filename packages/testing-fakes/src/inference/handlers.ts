/** Every handler of inference, by operation id. A resource's own record joins here once. */
import type { InferenceOperations } from '@parlance/schemas';
import type { HandlersFor } from '../engine/call.js';
import { completionHandlers } from './completions.js';
import { messageHandlers } from './messages.js';
import { modelHandlers } from './models.js';

/** Handlers of the operations of inference. */
export const inferenceHandlers: HandlersFor<InferenceOperations> = {
  ...messageHandlers,
  ...modelHandlers,
  ...completionHandlers,
};
