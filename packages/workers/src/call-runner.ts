/** Runs each call once: claims it in the ledger, waits for its approval, runs the tool and stores the result before it is sent. */
import { ParlanceError, type Telemetry } from '@parlance/core-transport';
import { guarded, wait } from '@parlance/core-transport/internal';
import { StoreError, type Ledger, type LedgerClaim, type Store } from '@parlance/durable';
import {
  ToolError,
  type PermissionAnswer,
  type PermissionRequest,
  type StoredToolResult,
  type ToolCall,
} from '@parlance/managed-agents';
import { attemptCall, failedResult, resultOf } from '@parlance/managed-agents/internal';
import { ledgerKey, type CallFacts, type CallRows } from './call-rows.js';
import { Decisions, type Decided } from './decisions.js';
import { Slots } from './slots.js';
import type { WorkerEvent } from './worker-event.js';
import type { Reconciliation, WorkerTool, WorkerToolOptions } from './worker-tool.js';

/** How often a call that another worker holds is claimed again at most, in milliseconds. */
const CLAIM_AGAIN_MS = 1000;
/** Timeout of a tool without one, in milliseconds. */
const TOOL_TIMEOUT_MS = 600_000;

/** What runs the calls of a worker. */
export interface CallRunnerParts {
  readonly store: Store;
  /** Name of the workers. */
  readonly worker: string;
  readonly owner: string;
  readonly leaseMs: number;
  readonly concurrency: number;
  readonly rows: CallRows;
  readonly tools: ReadonlyMap<string, RegisteredTool>;
  readonly telemetry: Telemetry | undefined;
  readonly onEvent: (event: WorkerEvent) => void;
}

/** A tool with the options of `worker.tool`. */
export interface RegisteredTool {
  readonly tool: WorkerTool;
  readonly options: WorkerToolOptions;
}

type Claimed = Extract<LedgerClaim<StoredToolResult>, { state: 'claimed' }>;

/** Runs the calls of all sessions of a worker. */
export class CallRunner {
  readonly #parts: CallRunnerParts;
  readonly #slots: Slots;
  readonly #pending: Map<string, number> = new Map();
  /** The decisions of people. */
  readonly decisions: Decisions;

  constructor(parts: CallRunnerParts) {
    this.#parts = parts;
    this.#slots = new Slots(parts.concurrency);
    this.decisions = new Decisions(parts.store, parts.rows);
  }

  /** Number of calls that have no result yet, and the age of the oldest one that does not wait for a person, in milliseconds. */
  get health(): { readonly calls: number; readonly oldestMs: number } {
    const now = performance.now();
    return {
      calls: this.#pending.size,
      oldestMs: Math.max(0, ...Array.from(this.#pending.values(), (since) => now - since)),
    };
  }

  /**
   * Runs a call, unless it has a result.
   *
   * @returns The result to send; undefined when there is none: the call was stopped, or another worker runs it.
   */
  async run(call: ToolCall): Promise<StoredToolResult | undefined> {
    const { use } = call;
    const facts = factsOf(call.sessionId, use, 'call');
    const idle = AbortSignal.any([call.signal, call.stop]);
    this.#pending.set(use.id, performance.now());
    try {
      while (!idle.aborted) {
        const step = await this.#slots.use(idle, () => this.#step(call, facts));
        if (step === undefined) return undefined;
        if (step.state === 'finished') {
          await this.#parts.rows.settle(use.id);
          return call.signal.aborted ? undefined : step.result;
        }
        if (step.state === 'waiting') await this.#decision(facts, idle);
        // A worker that has taken over the call may be lost as well, so the call is claimed again.
        else await wait(Math.min(step.state === 'held' ? step.expiresInMs : 0, CLAIM_AGAIN_MS), idle);
      }
      return undefined;
    } finally {
      this.#pending.delete(use.id);
    }
  }

  /** Waits for a decision about a prompt. Nothing runs here, so a session that continues elsewhere is harmless. */
  async permit(sessionId: string, use: PermissionRequest, signal: AbortSignal): Promise<PermissionAnswer> {
    const facts = factsOf(sessionId, use, 'prompt');
    const ledger = this.#ledger();
    while (!signal.aborted) {
      const claim = await ledger.claim(ledgerKey(facts), { owner: this.#parts.owner, input: use.input });
      if (claim.state === 'finished') return answerOf(claim.result);
      if (claim.state === 'held') {
        await wait(Math.min(claim.expiresInMs, CLAIM_AGAIN_MS), signal);
        continue;
      }
      const decided = await this.decisions.of(claim, use.id);
      if (decided === undefined) {
        await ledger.release(claim);
        await this.#decision(facts, signal);
        continue;
      }
      const result = denialOf(decided) ?? { content: [], is_error: false };
      // Otherwise somebody has decided again, or another worker has the prompt.
      if (!(await ledger.finish(claim, result))) continue;
      await this.#parts.rows.settle(use.id);
      return answerOf(result);
    }
    return 'leave';
  }

  async #step(call: ToolCall, facts: CallFacts) {
    const ledger = this.#ledger();
    const { use } = call;
    const claim = await ledger.claim(use.id, { owner: this.#parts.owner, input: use.input });
    if (claim.state !== 'claimed') return claim;
    const isNeeded = await this.#needsApproval(call);
    const decided = isNeeded ? await this.decisions.of(claim, facts.call) : undefined;
    if (isNeeded && decided === undefined) {
      await ledger.release(claim);
      return { state: 'waiting' as const };
    }
    const result = denialOf(decided) ?? (await this.#attempt(call, claim));
    if (result === undefined || !(await ledger.finish(claim, result))) return { state: 'lost' as const };
    return { state: 'finished' as const, result };
  }

  async #decision(facts: CallFacts, signal: AbortSignal): Promise<void> {
    const { call: callId, session: sessionId, tool: toolName } = facts;
    // The next run of a session that has failed waits itself.
    if (signal.aborted) return;
    // A prompt is not a call of this worker.
    const isPending = this.#pending.delete(callId);
    this.#parts.onEvent({ type: 'call_waiting', sessionId, callId, toolName });
    await this.decisions.wait(facts, signal);
    if (isPending) this.#pending.set(callId, performance.now());
  }

  /** Returns whether a person must approve a call. A check that throws does not let it pass. */
  async #needsApproval({ use }: ToolCall): Promise<boolean> {
    const { tool, options } = this.#registered(use.name);
    const approval = options.approval ?? tool.approval ?? false;
    if (typeof approval === 'boolean') return approval;
    try {
      return (await approval(structuredClone(use.input))) !== false;
    } catch {
      return true;
    }
  }

  async #attempt(call: ToolCall, claim: Claimed): Promise<StoredToolResult | undefined> {
    const ledger = this.#ledger();
    const { tool, options } = this.#registered(call.use.name);
    if (!(await ledger.started(claim))) return undefined;
    const timeoutMs = options.timeoutMs ?? tool.timeoutMs ?? TOOL_TIMEOUT_MS;
    // A transaction that an outage has ended had no effect, or the ledger has its result. The call is claimed again.
    const isOutage = (error: unknown): boolean =>
      options.effects === 'transactional' && StoreError.is(error) && error.retryable;
    let isUndecided = false;
    const onToolError = (error: ToolError): void => {
      isUndecided = isOutage(error.cause);
      if (!isUndecided) this.#parts.onEvent({ type: 'tool_error', sessionId: call.sessionId, error });
    };
    const run: ToolCall['tool']['call'] = this.#traced(call, (input, context) => {
      const full = { ...context, idempotencyKey: call.use.id };
      if (options.effects === 'transactional')
        return this.#inTransaction(tool, claim, { input, context: full });
      return options.effects !== 'idempotent' && claim.isInterrupted
        ? reconciled(tool, options, { input, context: full })
        : tool.call(input, full);
    });
    const result = await attemptCall(
      { ledger, toolTimeoutMs: timeoutMs, onToolError },
      { ...call, tool: { definition: tool.definition, timeoutMs, call: run } },
      claim,
    );
    if (!isUndecided) return result;
    // In an outage, the lease ends by itself.
    await ledger.release(claim).catch(() => undefined);
    return undefined;
  }

  /** Records a call. Messages of errors can quote the conversation; codes cannot. */
  #traced({ use }: ToolCall, run: ToolCall['tool']['call']): ToolCall['tool']['call'] {
    return async (input, context) => {
      const { id, name } = use;
      const span = guarded(() => this.#parts.telemetry?.startTool?.({ id, name, input }));
      try {
        const output = await (span === undefined
          ? run(input, context)
          : span.within(() => run(input, context)));
        guarded(() => span?.end({ output, failure: undefined }));
        return output;
      } catch (error) {
        const failure = context.signal.aborted ? 'aborted' : ParlanceError.is(error) ? error.code : 'failed';
        guarded(() => span?.end({ output: undefined, failure }));
        throw error;
      }
    };
  }

  /** Commits what the tool writes together with its result, or nothing when another worker has the call by then. */
  async #inTransaction(tool: WorkerTool, claim: Claimed, { input, context }: Run): Promise<Output> {
    return this.#parts.store.transaction(async (transaction) => {
      const output = await tool.call(input, { ...context, transaction });
      if (await this.#ledger(transaction).finish(claim, resultOf(output))) return output;
      throw new Error('Another worker has taken over the call.');
    });
  }

  #registered(name: string): RegisteredTool {
    // Sessions only run calls of the tools that the worker has.
    return this.#parts.tools.get(name) as RegisteredTool;
  }

  #ledger(store: Pick<Store, 'ledger'> = this.#parts.store): Ledger<StoredToolResult> {
    const { worker, leaseMs } = this.#parts;
    return store.ledger<StoredToolResult>(worker, { leaseMs });
  }
}

interface Run {
  readonly input: unknown;
  readonly context: Parameters<WorkerTool['call']>[1];
}

type Output = Awaited<ReturnType<WorkerTool['call']>>;

/** Looks up an interrupted call, and runs it only when it certainly had no effect. */
async function reconciled(
  tool: WorkerTool,
  { reconcile }: WorkerToolOptions,
  { input, context }: Run,
): Promise<Output> {
  const { sessionId, idempotencyKey, signal, toolUseId } = context;
  let found: Reconciliation = 'unknown';
  let cause: unknown;
  try {
    if (reconcile !== undefined) found = await reconcile({ input, idempotencyKey, sessionId, signal });
  } catch (error) {
    cause = error;
  }
  if (found === 'absent') return tool.call(input, context);
  if (found !== 'unknown') return found.output;
  const text = 'The call was interrupted by a restart; it may or may not have taken effect.';
  throw new ToolError('tool_interrupted', text, { toolName: tool.definition.name, toolUseId, cause });
}

function factsOf(
  session: string,
  { id, name, input }: Pick<PermissionRequest, 'id' | 'name' | 'input'>,
  kind: CallFacts['kind'],
): CallFacts {
  return { call: id, session, tool: name, kind, input };
}

function denialOf(decided: Decided | undefined): StoredToolResult | undefined {
  if (decided?.decision.verdict !== 'denied') return undefined;
  const { reason } = decided;
  return failedResult(
    reason === null ? 'A person denied this call.' : `A person denied this call: ${reason}`,
  );
}

function answerOf({ is_error, content: [block] }: StoredToolResult): PermissionAnswer {
  if (!is_error) return 'allow';
  return block?.type === 'text' ? { deny: block.text } : 'deny';
}
