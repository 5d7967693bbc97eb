/**
 * Entry `@parlance/schemas/validation/lazy`: the schemas of one service at a time, for programs whose start-up counts.
 */
import { adminOperations } from './admin/operations.js';
import { complianceOperations } from './compliance/operations.js';
import { modelOperations } from './inference/models.js';
import { inferenceOperations } from './inference/operations.js';
import type { OperationSchemas } from './kit/schema.js';
import { managedAgentsOperations } from './managed-agents/operations.js';

export { check } from './kit/check.js';
export { object } from './kit/schema.js';
export type { OperationSchemas, Schema } from './kit/schema.js';

type Schemas = Readonly<Record<string, OperationSchemas>>;

const groups: readonly (readonly [operations: object, load: () => Promise<Schemas>])[] = [
  // A first request often asks for the models; their schemas are few, those of messages are most of the service's.
  [modelOperations, async () => (await import('./inference/models.schema.js')).modelSchemas],
  [inferenceOperations, async () => (await import('./inference/schemas.js')).inferenceSchemas],
  [managedAgentsOperations, async () => (await import('./managed-agents/schemas.js')).managedAgentsSchemas],
  [adminOperations, async () => (await import('./admin/schemas.js')).adminSchemas],
  [complianceOperations, async () => (await import('./compliance/schemas.js')).complianceSchemas],
];

/**
 * Loads the schemas of the service, or of the resource, that an operation belongs to.
 *
 * @param operationId - Id of an operation, for example `messages.create`.
 * @returns The operation's schemas; none for an id that the contract does not have.
 */
export async function loadSchemas(operationId: string): Promise<OperationSchemas> {
  const group = groups.find(([operations]) => Object.hasOwn(operations, operationId));
  return (await group?.[1]())?.[operationId] ?? {};
}
