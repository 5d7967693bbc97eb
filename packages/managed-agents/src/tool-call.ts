/** Runs one tool call under a lease: claim, start, run, renew, then finish or release. */
import { wait } from '@parlance/core-transport/internal';
import type {
  AgentCustomToolUseEvent,
  AgentMcpToolUseEvent,
  AgentToolUseEvent,
} from '@parlance/schemas/managed-agents';
import { ToolError } from './session-errors.js';
import { failedResult, resultOf, type SessionTool } from './session-tools.js';
import type { LedgerClaim, LedgerHold, StoredToolResult, ToolLedger } from './tool-ledger.js';

/** An event in which the agent calls a tool. */
export type ToolUse = AgentCustomToolUseEvent | AgentToolUseEvent | AgentMcpToolUseEvent;

/** Settings that all calls of a run share. */
export interface ToolCallSettings {
  readonly ledger: ToolLedger;
  /** Identifier of this run in the ledger. */
  readonly owner: string;
  readonly interruptedCalls: 'report' | 'rerun';
  readonly toolTimeoutMs: number;
  /** Returns whether it was reported. Never rejects. */
  readonly onToolError: ((error: ToolError) => unknown) | undefined;
}

/** The claim of a call that this worker may run. */
export type ClaimedCall = Extract<LedgerClaim, { state: 'claimed' }>;

/** A call to run: what `runCall` of `sessions.run` receives. */
export interface ToolCall {
  /** Identifier of the session. */
  readonly sessionId: string;
  /** The event in which the agent calls the tool. */
  readonly use: ToolUse;
  /** The tool. */
  readonly tool: SessionTool;
  /** Aborted when the result is no longer needed. */
  readonly signal: AbortSignal;
  /** Aborted when no more calls may start. A tool that runs already continues. */
  readonly stop: AbortSignal;
}

/** Maximum delay between two attempts to claim a call that another worker runs, in milliseconds. */
const MAX_CLAIM_DELAY_MS = 1000;
/** Maximum delay of a timer, in milliseconds. */
const LONGEST_TIMER_MS = 2_147_483_647;

/**
 * Returns the result to send for a call: the stored one, or that of running the tool.
 *
 * @param settings - See {@link ToolCallSettings}.
 * @param call - See {@link ToolCall}.
 * @returns Undefined when there is nothing to send: the call was stopped, or belongs to another worker.
 */
export async function runToolCall(
  settings: ToolCallSettings,
  call: ToolCall,
): Promise<StoredToolResult | undefined> {
  const { ledger, owner } = settings;
  const { use, signal, stop } = call;
  const idle = AbortSignal.any([signal, stop]);
  while (!idle.aborted) {
    const claim = await ledger.claim(use.id, { owner, input: use.input });
    if (claim.state === 'finished') return claim.result;
    if (claim.state === 'claimed') {
      const result = await runClaimed(settings, call, claim);
      if (result !== undefined && (await ledger.finish(claim, result)))
        return signal.aborted ? undefined : result;
      // Another worker has taken over the call. It may be lost as well, so the call is claimed again.
    }
    await wait(Math.min(ledger.leaseMs / 3, MAX_CLAIM_DELAY_MS), idle);
  }
  return undefined;
}

/** Runs a call that this worker has claimed, unless it may have taken effect before. */
async function runClaimed(
  settings: ToolCallSettings,
  call: ToolCall,
  claim: ClaimedCall,
): Promise<StoredToolResult | undefined> {
  if (claim.isInterrupted && settings.interruptedCalls === 'report') return report(settings, call.use);
  return (await settings.ledger.started(claim)) ? attemptCall(settings, call, claim) : undefined;
}

function report({ onToolError }: ToolCallSettings, use: ToolUse): StoredToolResult {
  const text = 'The call was interrupted by a restart; it may or may not have taken effect.';
  void onToolError?.(new ToolError('tool_interrupted', text, { toolName: use.name, toolUseId: use.id }));
  return failedResult(text);
}

/**
 * Runs the tool of a claimed call once, and renews the claim while it runs.
 *
 * @param settings - The ledger, and what all calls share.
 * @param call - See {@link ToolCall}.
 * @param claim - The claim, which was marked as started.
 * @returns The result; undefined when the tool was stopped before it had one. The claim is released then.
 */
export async function attemptCall(
  settings: Pick<ToolCallSettings, 'ledger' | 'toolTimeoutMs' | 'onToolError'>,
  { sessionId, use, tool, signal }: ToolCall,
  claim: ClaimedCall,
): Promise<StoredToolResult | undefined> {
  const lost = new AbortController();
  const settled = new AbortController();
  const stopped = AbortSignal.any([signal, lost.signal]);
  const timeout = startTimeout(use, tool.timeoutMs ?? settings.toolTimeoutMs, stopped);
  void keepLease(settings.ledger, claim, lost, AbortSignal.any([stopped, settled.signal]));
  const context = {
    sessionId,
    threadId: use.session_thread_id ?? null,
    toolUseId: use.id,
    attempt: claim.attempt,
    signal: timeout.signal,
  };
  try {
    // A tool that changes its input must not change the event, which `onEvent` and a second attempt receive too.
    const running = (async (): Promise<unknown> => tool.call(structuredClone(use.input), context))();
    return resultOf(await Promise.race([running, timeout.passed]));
  } catch (error) {
    if (!stopped.aborted) return failure(settings, use, error);
    await settings.ledger.release(claim);
    return undefined;
  } finally {
    settled.abort();
    timeout.clear();
  }
}

function failure(
  { onToolError }: Pick<ToolCallSettings, 'onToolError'>,
  use: ToolUse,
  error: unknown,
): StoredToolResult {
  const text = error instanceof Error ? error.message : String(error);
  const facts = { toolName: use.name, toolUseId: use.id, cause: error };
  void onToolError?.(ToolError.is(error) ? error : new ToolError('tool_failed', text, facts));
  return failedResult(text);
}

/**
 * Starts the timeout of a call. `signal` is aborted when it passes or the call is stopped; `passed` rejects when it
 * passes.
 */
function startTimeout(use: ToolUse, timeoutMs: number, stopped: AbortSignal) {
  const controller = new AbortController();
  const { promise, reject } = Promise.withResolvers<never>();
  const expire = (): void => {
    const text = `The tool did not finish within ${timeoutMs} ms.`;
    const error = new ToolError('tool_timeout', text, { toolName: use.name, toolUseId: use.id });
    reject(error);
    controller.abort(error);
  };
  const timer = timeoutMs > LONGEST_TIMER_MS ? undefined : setTimeout(expire, timeoutMs);
  const stop = (): void => {
    clearTimeout(timer);
    controller.abort(stopped.reason);
  };
  stopped.addEventListener('abort', stop, { once: true });
  if (stopped.aborted) stop();
  const clear = (): void => {
    clearTimeout(timer);
    stopped.removeEventListener('abort', stop);
  };
  return { signal: controller.signal, passed: promise, clear };
}

/** Renews the lease of a running call, and aborts `lost` when it cannot. */
async function keepLease(
  ledger: ToolLedger,
  hold: LedgerHold,
  lost: AbortController,
  until: AbortSignal,
): Promise<void> {
  for (;;) {
    await wait(ledger.leaseMs / 3, until);
    if (until.aborted) return;
    try {
      if (!(await ledger.renew(hold))) return lost.abort();
    } catch {
      // A briefly unavailable ledger does not stop the tool: the next renewal decides.
    }
  }
}
