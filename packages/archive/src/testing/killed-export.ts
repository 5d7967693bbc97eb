/** Program of an export that the tests kill. */
import { ComplianceClient } from '@parlance/compliance';
import type { Middleware } from '@parlance/core-transport';
import { localRunner, openStore, pgBossRunner } from '@parlance/durable';
import {
  activities,
  chats,
  defineExport,
  directory,
  files,
  messages,
  ndjson,
  type ExportJob,
} from '../index.js';

/** Options of {@link runExport}. */
export interface KilledExportOptions {
  readonly baseUrl: string;
  readonly complianceKey: string;
  readonly storeUrl: string;
  readonly schema: string;
  readonly dir: string;
  readonly kind: 'local' | 'pg-boss';
  /** Whether several processes run the export. */
  readonly join: boolean;
}

/** The export. Nothing but activities leads to chats that have changed. */
export function killedExport(dir: string): ExportJob {
  return defineExport({
    sources: [directory(), activities(), chats(), messages(), files()],
    activities: { history: '1d', window: '10s', lag: '1s', recheck: ['3s', '10s', '1m'] },
    chats: { guidedBy: 'activities', fullSweep: 'never' },
    sinks: [ndjson({ dir })],
  });
}

/**
 * Runs the export once, together with other processes, and prints the bound of the run.
 *
 * @param laterMs - How much later than the emulator's the times of the responses are, in milliseconds.
 */
export async function runExport(
  options: KilledExportOptions,
  laterMs: number,
  print: (line: string) => void,
): Promise<void> {
  const { baseUrl, complianceKey, storeUrl, schema, dir, kind, join } = options;
  const store = await openStore(storeUrl, { schema, maxConnections: 4 });
  const shared = { store, concurrency: 2, pollIntervalMs: 50 };
  const runner =
    kind === 'local' ? localRunner(shared) : await pgBossRunner({ ...shared, schema: `${schema}_boss` });
  const compliance = new ComplianceClient({ baseUrl, complianceKey, middleware: [later(laterMs)] });
  const run = await killedExport(dir).start({ compliance, store, runner, join });
  const { bound } = await run.done;
  if (bound !== null) print(bound);
  await runner.stop();
  await store.close();
  await compliance.close();
}

function later(ms: number): Middleware {
  return (next) => async (request) => {
    const response = await next(request);
    const date = new Date(Date.parse(response.headers['date'] ?? '') + ms).toUTCString();
    return { ...response, headers: { ...response.headers, date } };
  };
}
