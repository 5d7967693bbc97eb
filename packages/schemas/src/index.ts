/**
 * `@parlance/schemas`: the types and operations of the Assistant Platform. Interfaces and operations belong here;
 * schemas belong in `@parlance/schemas/validation`.
 *
 * @module index
 */
// Each of these is an explicit list of exports and a separate entry.
export * from './kit/index.js';
export * from './inference/index.js';
export * from './managed-agents/index.js';
export * from './compliance/index.js';
export * from './admin/index.js';
export { operationSources } from './operation-sources.js';
export { operations } from './operations.js';
export type { OperationId, Operations } from './operations.js';
