/**
 * `@parlance/schemas`: the types and operations of the Assistant Platform. Interfaces and operations belong here;
 * whatever loads zod belongs in `@parlance/schemas/validation`.
 */
export { kindOf } from './kit/issue.js';
export type { ContractIssue, IssueCode, ValueKind } from './kit/issue.js';
export type { OpenEnum, UnknownMember, UnknownType } from './kit/open.js';
export type {
  BodyOf,
  EventOf,
  KeyKind,
  Operation,
  OperationPart,
  OperationShape,
  ParamsOf,
  QueryOf,
  QueryStyle,
  Replay,
  ResponseOf,
  ShapeOf,
} from './kit/operation.js';
export type { CursorPage, CursorPageParams, IdPage, IdPageParams } from './kit/paging.js';
export type { Drift, RequestMode, RequestParts, ResponseMode, Validator } from './kit/validator.js';
export { listModels, modelOperations, retrieveModel } from './inference/models.js';
export type {
  CapabilitySupport,
  ContextManagementCapability,
  EffortCapability,
  Model,
  ModelCapabilities,
  ModelInfo,
  ModelListParams,
  ThinkingCapability,
  ThinkingTypes,
} from './inference/models.js';
export { operations } from './operations.js';
export type { OperationId, Operations } from './operations.js';
