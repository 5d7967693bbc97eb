/** Tools of a worker, and what a worker may do about a call that was interrupted. */
import type { SessionToolContext } from '@parlance/managed-agents';
import type { StoreTransaction } from '@parlance/durable';

/** Context of a call of a {@link WorkerTool}. */
export interface WorkerToolContext extends SessionToolContext {
  /** The same for every attempt of this call: pass it to services that accept an idempotency key. */
  readonly idempotencyKey: string;
  /** The transaction of a tool with `effects: 'transactional'`: what it writes is committed together with its result. */
  readonly transaction?: StoreTransaction | undefined;
}

/** A tool that a worker runs. Tools created with `defineTool` from `@parlance/inference` can be passed unchanged. */
export interface WorkerTool {
  /** Definition of the tool. Only the name is used here. */
  readonly definition: { readonly name: string };
  /** Timeout of a call in milliseconds. Default 600,000. */
  readonly timeoutMs?: number | undefined;
  /** Whether a person must approve calls: all, or those with an input for which it returns true. Default false. */
  readonly approval?: boolean | ((input: unknown) => boolean | Promise<boolean>) | undefined;
  /**
   * Runs the tool. The agent receives the returned value, or the message of a thrown error as an error result. When
   * `context.signal` has fired, a tool that throws is taken to have had no effect, and its call may run again.
   */
  call(input: unknown, context: WorkerToolContext): Promise<string | readonly object[]>;
}

/** A call that was started by a worker that stopped without a result. */
export interface InterruptedCall {
  /** Input of the call. */
  readonly input: unknown;
  /** The same for every attempt of this call. */
  readonly idempotencyKey: string;
  /** Identifier of the session. */
  readonly sessionId: string;
  /** Aborted when the result is no longer needed. */
  readonly signal: AbortSignal;
}

/**
 * What became of an interrupted call: `{ output }` when it took effect, `absent` when it certainly did not, so that it runs now, or
 * `unknown`, which is reported to the agent.
 */
export type Reconciliation = { readonly output: string | readonly object[] } | 'absent' | 'unknown';

/** Options for `worker.tool`. */
export interface WorkerToolOptions {
  /**
   * How often the tool may take effect:
   *
   * - `once`: a call whose worker stopped is not run again, unless `reconcile` says that it had no effect;
   * - `idempotent`: such a call runs again, with the same `context.idempotencyKey`;
   * - `transactional`: the tool writes to the worker's store through `context.transaction`, which is committed together with the result.
   *   It must not wait for the network in it.
   *
   * Default `once`.
   */
  readonly effects?: 'once' | 'idempotent' | 'transactional' | undefined;
  /** Looks up what became of an interrupted call, for tools that take effect `once`. If it throws, the outcome counts as unknown. */
  readonly reconcile?: ((call: InterruptedCall) => Reconciliation | Promise<Reconciliation>) | undefined;
  /** Whether a person must approve calls. Defaults to `approval` of the tool. */
  readonly approval?: WorkerTool['approval'];
  /** Timeout of a call in milliseconds. Defaults to that of the tool. */
  readonly timeoutMs?: number | undefined;
}

/** Tools that belong together, for `worker.toolset`. */
export interface WorkerToolset {
  /** The tools, each with its effects. */
  readonly tools: readonly (WorkerTool & Pick<WorkerToolOptions, 'effects'>)[];
}
