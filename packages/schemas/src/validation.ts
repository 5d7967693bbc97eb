/**
 * Entry `@parlance/schemas/validation`: the schemas of every operation and `validator()`. Nothing that the main entry
 * exports loads them. For zod, see `@parlance/schemas/zod`.
 */
export { check } from './kit/check.js';
export { characters, constrain, timestamp } from './kit/limits.schema.js';
export type { CharacterBounds } from './kit/limits.schema.js';
export {
  each,
  knownEnum,
  named,
  object,
  openEnum,
  openObject,
  openUnion,
  rule,
  s,
  Schema,
  union,
  unionOr,
} from './kit/schema.js';
export type { ContractMismatch, OperationSchemas, SchemasFor } from './kit/schema.js';
export type {
  ListSchema,
  NumberSchema,
  StandardOutcome,
  StandardProperties,
  TextSchema,
} from './kit/schema-words.js';
export type {
  BooleanShape,
  Bounds,
  ChoiceShape,
  FieldRules,
  Listed,
  ListShape,
  Look,
  MapShape,
  MaybeShape,
  NumberShape,
  ObjectShape,
  PlainShape,
  Report,
  Shape,
  TaggedShape,
  TextShape,
  UnionShape,
} from './kit/shape.js';
export { schemas } from './schemas.js';
export { validator } from './validator.js';
export type { ValidatorOptions } from './validator.js';
export { nearestKey } from './kit/nearest-key.js';
export { InputError, parseInput } from './kit/parse-input.js';
export type { InputIssue, ParseInputOptions } from './kit/parse-input.js';
