/* Exports the chats of an organization. The other examples read what it writes. */
import assert from 'node:assert/strict';
// #region Export to several sinks
import { chats, defineExport, messages, ndjson, parquet, sqlite } from '@parlance/archive';
import { ComplianceClient } from '@parlance/compliance';
import { localRunner, openStore } from '@parlance/durable';

const job = defineExport({
  sources: [chats(), messages()],
  sinks: [
    ndjson({ dir: './archive', compress: 'zstd' }), // the archive, with certificates
    sqlite({ file: './archive.db' }), // for search
    parquet({ dir: './parquet', kinds: ['chat', 'message'] }), // for analytics
  ],
});

const store = await openStore('sqlite:./parlance.db'); // remembers what has been exported
const runner = localRunner({ store });
const run = await job.start({ compliance: new ComplianceClient(), store, runner });
await run.done;
await runner[Symbol.asyncDispose]();
await store.close();
// #endregion

assert.ok(run);
