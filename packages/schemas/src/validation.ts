/**
 * Entry `@parlance/schemas/validation`: the schemas of every operation and `validator()`. It loads zod, an optional
 * peer; nothing that the main entry exports does.
 */
export { characters, constrain, timestamp } from './kit/limits.schema.js';
export type { CharacterBounds, Report } from './kit/limits.schema.js';
export { check } from './kit/read-issues.js';
export {
  each,
  isNamed,
  named,
  object,
  openEnum,
  openObject,
  openUnion,
  rule,
  rulesOf,
  taggedUnionOf,
  union,
  unionOr,
} from './kit/schema.js';
export type {
  ContractMismatch,
  FieldRules,
  OperationSchemas,
  Schema,
  SchemasFor,
  TaggedUnion,
} from './kit/schema.js';
export { schemas } from './schemas.js';
export { validator } from './validator.js';
export type { ValidatorOptions } from './validator.js';
