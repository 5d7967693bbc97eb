/** An export in its own process. Argument: its {@link ExportTask} as JSON. Sends an {@link ExportReport} at the end. */
import { activities, chats, defineExport, directory, files, messages, ndjson } from '@parlance/archive';
import { ComplianceClient, type ComplianceClientOptions } from '@parlance/compliance';
import { localRunner, openStore } from '@parlance/durable';

/** What to export. */
export interface ExportTask {
  readonly baseUrl: string;
  /** Address of the store. */
  readonly store: string;
  readonly dir: string;
  /** Whether activities and files are read too. */
  readonly isComplete: boolean;
}

/** What the export has measured. */
export interface ExportReport {
  readonly records: number;
  readonly requests: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Largest resident set, in bytes. */
  readonly peakRss: number;
}

const task = JSON.parse(process.argv[2] ?? '{}') as ExportTask;
const counted = { requests: 0 };
const counting: NonNullable<ComplianceClientOptions['middleware']>[number] = (next) => (request) => {
  counted.requests += 1;
  return next(request);
};
const started = performance.now();
const store = await openStore(task.store);
const runner = localRunner({ store });
const compliance = new ComplianceClient({
  baseUrl: task.baseUrl,
  complianceKey: 'compliance-default',
  middleware: [counting],
});
const job = defineExport({
  sources: [directory(), chats(), messages(), ...(task.isComplete ? [files(), activities()] : [])],
  sinks: [ndjson({ dir: task.dir })],
});
const run = await job.start({ compliance, store, runner });
const { records } = await run.done;
await runner.stop();
await store.close();
await compliance.close();
const { user, system } = process.cpuUsage();
process.send?.({
  records,
  requests: counted.requests,
  seconds: (performance.now() - started) / 1000,
  cpuSeconds: (user + system) / 1e6,
  peakRss: process.resourceUsage().maxRSS * 1024,
} satisfies ExportReport);
process.disconnect?.();
