/** Entry point of the process that sends a batch with one library, all with the library's defaults. */
import type { Subject } from '../features/subject.ts';

/** What the process reports. */
export interface BatchReport {
  readonly failed: number;
}

const [url = '', module = '', calls = '', atOnce = ''] = process.argv.slice(2);
const { subject } = (await import(module)) as { readonly subject: Subject };
const client = subject.connect(url);
let left = Number(calls);
let failed = 0;
const loop = async () => {
  while (left > 0) {
    left -= 1;
    try {
      await client.ask();
    } catch {
      failed += 1;
    }
  }
};
await Promise.all(Array.from({ length: Number(atOnce) }, loop));
process.send?.({ failed } satisfies BatchReport, () => process.exit());
