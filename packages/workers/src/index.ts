/**
 * Public entry of `@parlance/workers`: workers that run the tools of agent sessions, and the decisions of people about their calls.
 * What belongs here: an explicit, named list of re-exports, and nothing else.
 *
 * @packageDocumentation
 */
export { createToolWorker } from './tool-worker.js';
export type { ToolWorker, WorkerHealth } from './tool-worker.js';
export type { ServeOptions, ToolWorkerOptions } from './worker-options.js';
export type { WorkerEvent } from './worker-event.js';
export type {
  InterruptedCall,
  Reconciliation,
  WorkerTool,
  WorkerToolContext,
  WorkerToolOptions,
  WorkerToolset,
} from './worker-tool.js';
export { openToolCalls } from './tool-calls.js';
export type { Decision, QuarantinedSession, ToolCalls, WorkerCall } from './tool-calls.js';
export { WorkerError } from './worker-error.js';
export type { WorkerErrorCode } from './worker-error.js';
export type { SandboxItem, StartSandbox } from './sandboxed-session.js';
