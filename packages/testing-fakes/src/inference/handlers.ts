/** All inference handlers. Each resource contributes one record. */
import type { InferenceOperations } from '@parlance/schemas';
import type { HandlersFor } from '../engine/call.js';
import { completionHandlers } from './completions.js';
import { messageBatchHandlers } from './message-batches.js';
import { messageHandlers } from './messages.js';
import { modelHandlers } from './models.js';
import { skillHandlers, skillVersionHandlers } from './skills.js';

/** Handlers for the inference operations. */
export const inferenceHandlers: HandlersFor<InferenceOperations> = {
  ...messageHandlers,
  ...messageBatchHandlers,
  ...modelHandlers,
  ...completionHandlers,
  ...skillHandlers,
  ...skillVersionHandlers,
};
