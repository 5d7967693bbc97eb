/**
 * Entry `@parlance/schemas/validation/kit`: validation without the schemas of a service, which take longer to load than zod.
 *
 * @module validation/kit
 */
export { check } from '../kit/check.js';
export type { CheckOptions } from '../kit/check.js';
export { nearestKey } from '../kit/nearest-key.js';
export { InputError, parseInput } from '../kit/parse-input.js';
export type { InputIssue, ParseInputOptions } from '../kit/parse-input.js';
export { ruleRegistry } from '../kit/rules.js';
export type { FieldRules } from '../kit/rules.js';
export type { ObjectSchema, OperationSchemas, Schema, SchemasFor } from '../kit/schema.js';
