/**
 * `@parlance/schemas/kit`: the building blocks of every service's types and operations: the form of an operation,
 * issues, naming, paging and open types.
 *
 * @module kit
 */
export type { Beta } from './betas.js';
export { kindOf, type ContractIssue, type IssueCode, type ValueKind } from './issue.js';
export { namingProblem, parseNaming, type Naming } from './naming.js';
export { namingCodec, type NamedPart, type NamingCodec, type NamingCodecOptions } from './naming-codec.js';
export type { NamingPaths, NamingTable, OperationNaming } from './naming-table.js';
export { nearestKey } from './nearest-key.js';
export type { OpenEnum, UnknownMember, UnknownRecord, UnknownType } from './open.js';
export type {
  BodyOf,
  EventOf,
  JsonShape,
  KeyKind,
  Operation,
  OperationPart,
  OperationShape,
  OperationSource,
  ParamsOf,
  QueryOf,
  QueryStyle,
  Replay,
  ResponseOf,
  ShapeOf,
} from './operation.js';
export { ConfigError, ParlanceError } from './parlance-error.js';
export type { Checkpoint, CursorPage, CursorPageParams, IdPage, IdPageParams } from './paging.js';
export { isRfc3339 } from './rfc3339.js';
export type { UploadContent, UploadFile } from './upload.js';
export type { Drift, RequestMode, RequestParts, ResponseMode, Validator } from './validator.js';
