/** Every operation of the contract, by id. A resource's own record joins here once. */
import { modelOperations } from './inference/models.js';

/** Type of {@link operations}: one record per resource. */
export type Operations = typeof modelOperations;

/** Every operation of the contract, by id. */
export const operations: Operations = { ...modelOperations };

/** Id of an operation, for example `messages.create`. */
export type OperationId = keyof Operations;
