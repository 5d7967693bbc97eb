import { parentPort } from 'node:worker_threads';
import { chats, defineExport, directory, messages, ndjson } from '@parlance/archive';
import { ComplianceClient } from '@parlance/compliance';
import { localRunner, openStore } from '@parlance/durable';

const job = defineExport({
  sources: [directory(), chats(), messages()],
  sinks: [ndjson({ dir: 'archive' })],
});

// The client, the store and the runner are created in the thread too: they hold most of the data in memory.
const store = await openStore('sqlite:parlance.db');
const compliance = new ComplianceClient();
const runner = localRunner({ store });
const run = await job.start({ compliance, store, runner });
parentPort?.once('message', () => void run.stop()).unref();

const { state, failures } = await run.done;
console.log(`${state}, ${failures.length} failures`);
await runner.stop();
await compliance.close();
await store.close();
