/**
 * Entry `@parlance/managed-agents/internal`: what `@parlance/workers` shares with `sessions.run`. Not for users: it may change in any
 * release. What belongs here: an explicit, named list of re-exports, and nothing else.
 *
 * @packageDocumentation
 */
export { latestStatus } from './session-runner.js';
export { failedResult, resultOf } from './session-tools.js';
export { attemptCall, type ClaimedCall } from './tool-call.js';
