/** Options of workers. */
import type { Telemetry } from '@parlance/core-transport';
import type { Store } from '@parlance/durable';
import type { ManagedAgentsClient } from '@parlance/managed-agents';
import type { StartSandbox } from './sandboxed-session.js';
import type { WorkerEvent } from './worker-event.js';

/** Options for `createToolWorker`. */
export interface ToolWorkerOptions {
  /** Client whose API key may read and answer the sessions. */
  readonly client: ManagedAgentsClient;
  /** Store that all workers share: SQLite for the processes of one machine, PostgreSQL for several machines. */
  readonly store: Store;
  /** Identifier of a self-hosted environment, whose work queue the worker serves. Default: sessions are passed to `add`. */
  readonly environment?: string | undefined;
  /** Name of the fleet. Workers with the same name and store share their sessions, and have the same tools. Default `tools`. */
  readonly name?: string | undefined;
  /** Calls that run at the same time in this process. Default 16. */
  readonly concurrency?: number | undefined;
  /** Sessions that this process serves at the same time. Default 1,000. */
  readonly maxSessions?: number | undefined;
  /**
   * How long a worker may be out of touch with the store before others take over its sessions and calls, in milliseconds, from 1,000. The work of a
   * process that has ended on the same machine is taken over earlier. Default 6,000.
   */
  readonly leaseMs?: number | undefined;
  /**
   * Who answers permission prompts of the service's own tools: `leave` leaves them to other clients, `store` waits for a decision
   * that is made with `openToolCalls`. Default `leave`.
   */
  readonly prompts?: 'leave' | 'store' | undefined;
  /** Traces and measures each call of a tool, for example `openTelemetry()` from `@parlance/core-transport/telemetry`. Default: nothing. */
  readonly telemetry?: Telemetry | undefined;
  /** Receives what happens. It must not throw. */
  readonly onEvent?: ((event: WorkerEvent) => void) | undefined;
}

/** Options for `worker.serve`. */
export interface ServeOptions {
  /** Stops the worker: it starts no more calls, and hands its sessions over once running calls are done. */
  readonly signal?: AbortSignal | undefined;
  /** How long running calls may take after that, in milliseconds, before they are aborted. Default 30,000. */
  readonly drainMs?: number | undefined;
  /** Starts a sandbox for each session, whose program calls `worker.serveItem`. Then this process runs no tools. Default: it runs them. */
  readonly sandbox?: StartSandbox | undefined;
}
