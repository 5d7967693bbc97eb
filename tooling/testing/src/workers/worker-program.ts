/** What the programs of all workers share: their settings, a tool, a log, and their answers to the process that has started them. */
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** How a worker process is started: JSON in its first argument. */
export interface WorkerSettings {
  readonly url: string;
  readonly key: string;
  readonly environment: string;
  /** Folder for the log, and for the store of workers that have one. */
  readonly folder: string;
  /** How long the tool takes. */
  readonly toolMs: number;
  /** Whether a person must approve calls. Default false. */
  readonly approval?: boolean;
  /** Sessions that do not come from the queue. Default none. */
  readonly followed?: readonly string[];
}

/** A line of the log. */
export interface WorkerLine {
  readonly at: number;
  readonly process: number;
  readonly event: 'runs' | 'ends';
  /** Identifier of the call. */
  readonly call: string;
}

/** What a worker process has used. */
export interface WorkerUsage {
  readonly memoryBytes: number;
  readonly cpuMs: number;
}

/** Returns the settings of this process. */
export function workerSettings(): WorkerSettings {
  return JSON.parse(process.argv[2] ?? '{}') as WorkerSettings;
}

/** Aborted by SIGTERM, as in the programs of most guides. Answers questions about what the process uses. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  process.once('SIGTERM', () => stop.abort());
  process.on('message', () => {
    globalThis.gc?.();
    const { user, system } = process.cpuUsage();
    process.send?.({ memoryBytes: process.memoryUsage.rss(), cpuMs: (user + system) / 1000 });
  });
  return stop.signal;
}

/** The tool: takes a while, and returns `done`. */
export async function charge({ folder, toolMs }: WorkerSettings, call: string): Promise<string> {
  const log = (event: WorkerLine['event']): void => {
    const line: WorkerLine = { at: Date.now(), process: process.pid, event, call };
    appendFileSync(path.join(folder, 'log.ndjson'), `${JSON.stringify(line)}\n`);
  };
  log('runs');
  await sleep(toolMs);
  log('ends');
  return 'done';
}
