/** All operations of the contract, by id. */
import { adminOperations, type AdminOperations } from './admin/operations.js';
import { complianceOperations, type ComplianceOperations } from './compliance/operations.js';
import { inferenceOperations, type InferenceOperations } from './inference/operations.js';
import { managedAgentsOperations, type ManagedAgentsOperations } from './managed-agents/operations.js';

/** Type of {@link operations}: one record per resource. */
export type Operations = InferenceOperations &
  ManagedAgentsOperations &
  AdminOperations &
  ComplianceOperations;

/** All operations of the contract, by id. */
export const operations: Operations = {
  ...inferenceOperations,
  ...managedAgentsOperations,
  ...adminOperations,
  ...complianceOperations,
};

/** Id of an operation, for example `messages.create`. */
export type OperationId = keyof Operations;
