/**
 * Entry `@parlance/schemas/validation`: the zod schemas of every operation, and `validator()` for clients. Requires
 * zod, which no other entry but its parts (`validation/inference`, ...) loads.
 *
 * @module validation
 */
export * from './validation/kit.js';
export { schemas } from './schemas.js';
export * from './validation/inference.js';
export * from './managed-agents/schemas.js';
export * from './compliance/schemas.js';
export * from './admin/schemas.js';

export { validator } from './validator.js';
export type { ValidatorOptions } from './validator.js';
