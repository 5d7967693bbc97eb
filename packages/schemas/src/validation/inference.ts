/**
 * Entry `@parlance/schemas/validation/inference`: the zod schemas of inference.
 *
 * @module validation/inference
 */
export { batchRequests } from '../inference/batch-requests.schema.js';
export * from '../inference/schemas.js';
