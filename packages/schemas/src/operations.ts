/** Every operation of the contract, by id. A resource's own record joins here once. */
import { modelOperations } from './inference/models.js';
import { managedAgentsOperations, type ManagedAgentsOperations } from './managed-agents/operations.js';

/** Type of {@link operations}: one record per resource. */
export type Operations = typeof modelOperations & ManagedAgentsOperations;

/** Every operation of the contract, by id. */
export const operations: Operations = { ...modelOperations, ...managedAgentsOperations };

/** Id of an operation, for example `messages.create`. */
export type OperationId = keyof Operations;
