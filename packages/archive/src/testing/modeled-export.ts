/** The export of a modeled history, also in a process of its own that kills itself. */
import { once } from 'node:events';
import path from 'node:path';
import { ComplianceClient } from '@parlance/compliance';
import type { Middleware } from '@parlance/core-transport';
import { localRunner, openStore, pgBossRunner } from '@parlance/durable';
import {
  activities,
  chats,
  defineExport,
  directory,
  messages,
  ndjson,
  parquet,
  sqlite,
  type ExportOptions,
  type Sink,
} from '../index.js';
import { bundleProgram, startProgram } from './start-program.js';

/** Where a modeled history is exported to. */
export interface ModeledFolder {
  readonly dir: string;
  readonly user: string;
  /** Start of the activities (RFC 3339). */
  readonly from: string;
}

/** When a process kills itself: before it sends a request, or before or after a sink commits a unit. Counted from 1. */
export interface Kill {
  readonly before: 'request' | 'commit' | 'seal';
  readonly number: number;
}

/** Paths of what the export writes. */
export function modeledPaths(dir: string): Record<'archive' | 'database' | 'parquet', string> {
  const file = (name: string): string => path.join(dir, name);
  return { archive: file('archive'), database: file('archive.db'), parquet: file('parquet') };
}

/** Returns the options of the export. */
export function modeledExport({ dir, user, from }: ModeledFolder): ExportOptions {
  const paths = modeledPaths(dir);
  return {
    sources: [directory(), activities(), chats(), messages()],
    activities: { window: '5d', history: '5d', lag: '1s', from, recheck: [] },
    chats: { filter: { user_ids: [user] }, fullSweep: '1h' },
    sinks: [
      ndjson({ dir: paths.archive }),
      sqlite({ file: paths.database }),
      parquet({ dir: paths.parquet }),
    ],
  };
}

/** What {@link runUntilKilled} passes to its process. */
export interface KilledRun extends ModeledFolder {
  readonly baseUrl: string;
  readonly complianceKey: string;
  readonly store: { readonly url: string; readonly schema: string };
  readonly kill: Kill;
}

/** A folder that has pg-boss. */
const WITH_PG_BOSS = path.join(import.meta.dirname, '../../../durable');

let program: Promise<string> | undefined;

/** Runs the export in a process of its own, until it kills itself or is done. Returns whether it was killed. */
export async function runUntilKilled(run: KilledRun): Promise<boolean> {
  program ??= bundleProgram(
    `import { runKilled } from './testing/modeled-export.ts'; await runKilled(JSON.parse(process.argv[2]));`,
  );
  const child = startProgram(await program, { args: [JSON.stringify(run)], cwd: WITH_PG_BOSS });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`The process ended with ${code ?? signal}.`);
  return signal === 'SIGKILL';
}

/** Runs the export in this process, and kills it. */
export async function runKilled({
  baseUrl,
  complianceKey,
  store: location,
  kill,
  ...folder
}: KilledRun): Promise<void> {
  const counts = { request: 0, commit: 0, seal: 0 };
  const at = (point: Kill['before']): void => {
    counts[point] += 1;
    if (point === kill.before && counts[point] === kill.number) process.kill(process.pid, 'SIGKILL');
  };
  const counting: Middleware = (next) => (request) => {
    at('request');
    return next(request);
  };
  const store = await openStore(location.url, { schema: location.schema, maxConnections: 4 });
  const shared = { store, concurrency: 4, pollIntervalMs: 20 };
  const runner =
    store.kind === 'sqlite'
      ? localRunner(shared)
      : await pgBossRunner({ ...shared, schema: `${location.schema}_boss` });
  const compliance = new ComplianceClient({ baseUrl, complianceKey, middleware: [counting] });
  const options = modeledExport(folder);
  const sinks = [
    pointSink('first', () => at('commit')),
    ...options.sinks,
    pointSink('last', () => at('seal')),
  ];
  const run = await defineExport({ ...options, sinks }).start({ compliance, store, runner, join: true });
  await run.done;
  await runner.stop();
  await store.close();
  await compliance.close();
}

/** A sink that only says when units are committed: before or after the others, by its place. */
function pointSink(name: string, commit: () => void): Sink {
  return {
    name,
    probe: () => Promise.resolve(),
    open: async () => ({
      begin: async () => ({
        write: async () => {},
        commit: async () => {
          commit();
          return null;
        },
        abort: async () => {},
      }),
      close: async () => {},
    }),
  };
}
