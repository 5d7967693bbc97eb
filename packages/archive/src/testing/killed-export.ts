/** Program of an export that the tests kill. */
import { ComplianceClient } from '@parlance/compliance';
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
  /** `local` or `pg-boss`. */
  readonly kind: string;
}

/** The export. */
export function killedExport(dir: string): ExportJob {
  return defineExport({
    sources: [directory(), activities(), chats(), messages(), files()],
    activities: { history: '5d', window: '5d' },
    sinks: [ndjson({ dir })],
  });
}

/** Runs the export to its end, together with other processes, and prints a line for each certificate. */
export async function runExport(options: KilledExportOptions, print: (line: string) => void): Promise<void> {
  const { baseUrl, complianceKey, storeUrl, schema, dir, kind } = options;
  const store = await openStore(storeUrl, { schema, maxConnections: 4 });
  const shared = { store, concurrency: 2, pollIntervalMs: 50 };
  const runner =
    kind === 'local' ? localRunner(shared) : await pgBossRunner({ ...shared, schema: `${schema}_boss` });
  const compliance = new ComplianceClient({ baseUrl, complianceKey });
  const run = await killedExport(dir).start({ compliance, store, runner });
  for await (const event of run.events()) if (event.type === 'sealed') print('sealed');
  await run.done;
  await runner.stop();
  await store.close();
  await compliance.close();
}
