/**
 * Entry `@parlance/schemas/validation`: the zod schemas of every operation, and `validator()` for clients. Requires
 * zod, which no other entry loads.
 *
 * @module validation
 */
export { check } from './kit/check.js';
export type { CheckOptions } from './kit/check.js';
export { ruleRegistry } from './kit/rules.js';
export type { FieldRules } from './kit/rules.js';
export type { ObjectSchema, OperationSchemas, Schema, SchemasFor } from './kit/schema.js';
export { batchRequests } from './inference/batch-requests.schema.js';
export { schemas } from './schemas.js';
export * from './inference/schemas.js';
export * from './managed-agents/schemas.js';
export * from './compliance/schemas.js';
export * from './admin/schemas.js';

export { validator } from './validator.js';
export type { ValidatorOptions } from './validator.js';
export { nearestKey } from './kit/nearest-key.js';
export { InputError, parseInput } from './kit/parse-input.js';
export type { InputIssue, ParseInputOptions } from './kit/parse-input.js';
