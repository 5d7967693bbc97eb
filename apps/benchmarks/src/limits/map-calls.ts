/** Entry point of the process that sends a batch with `mapCalls()`, which chooses how many calls run at a time. */
import { InferenceClient, mapCalls } from '@parlance/inference';
import { KEY, PARAMS } from '../features/subject.ts';
import type { BatchReport } from './run-batch.ts';

const [baseUrl = '', calls = ''] = process.argv.slice(2);
const client = new InferenceClient({ baseUrl, apiKey: KEY });
const items = Array.from({ length: Number(calls) }, (_, index) => index);
let failed = 0;
for await (const { status } of mapCalls(items, (_item, options) => client.messages.create(PARAMS, options)))
  if (status === 'rejected') failed += 1;
process.send?.({ failed } satisfies BatchReport, () => process.exit());
