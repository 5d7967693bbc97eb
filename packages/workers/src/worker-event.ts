import type { ToolError } from '@parlance/managed-agents';

/** What a worker reports to `onEvent`. Events contain no input and no result of a tool. */
export type WorkerEvent =
  /** The worker serves a session from now on. */
  | { readonly type: 'session_started'; readonly sessionId: string }
  /**
   * The worker no longer serves a session: its turn or the session `ended`, or it was `released` to other workers.
   */
  | { readonly type: 'session_left'; readonly sessionId: string; readonly reason: 'ended' | 'released' }
  /** A session cannot be served, and no worker tries again until `resume` of `openToolCalls` is called. */
  | { readonly type: 'session_quarantined'; readonly sessionId: string; readonly problem: string }
  /** A request or the store failed. The worker tries again after `delayMs`. */
  | {
      readonly type: 'retry';
      readonly sessionId: string | null;
      readonly error: unknown;
      readonly delayMs: number;
    }
  /** A call waits for the decision of a person. */
  | {
      readonly type: 'call_waiting';
      readonly sessionId: string;
      readonly callId: string;
      readonly toolName: string;
    }
  /** A tool failed, timed out or was interrupted, or the service refused its result. The agent receives an error result. */
  | { readonly type: 'tool_error'; readonly sessionId: string; readonly error: ToolError };
