/** Entry point of a process that sends calls. Arguments: how, the URL, the number of calls, and what depends on how. */
import { InferenceClient, localRateLimiter, mapCalls } from '@parlance/inference';
import { KEY, PARAMS, type Subject } from '@parlance/testing/probes/subject';

/** What the process reports. */
export interface BatchReport {
  readonly failed: number;
}

const [how = '', baseUrl = '', calls = '', ...more] = process.argv.slice(2);
const items = Array.from({ length: Number(calls) }, (_, index) => index);
const ways: Readonly<Record<string, () => Promise<number>>> = { library, mapCalls: mapped, shared };

/** Sends them with one library and its defaults. */
async function library(): Promise<number> {
  const [module = '', atOnce = ''] = more;
  const { subject } = (await import(module)) as { readonly subject: Subject };
  const client = subject.connect(baseUrl);
  return inLoops(Array<() => PromiseLike<unknown>>(Number(atOnce)).fill(() => client.ask()));
}

/** Sends them with `mapCalls()`, which chooses how many run at a time. */
async function mapped(): Promise<number> {
  const client = new InferenceClient({ baseUrl, apiKey: KEY });
  let failed = 0;
  const results = mapCalls(items, (_item, options) => client.messages.create(PARAMS, options));
  for await (const { status } of results) if (status === 'rejected') failed += 1;
  return failed;
}

/** Sends them with four clients that share a limiter. */
async function shared(): Promise<number> {
  const rateLimiter = localRateLimiter({ requestsPerMinute: Number(more[0]) });
  const clients = Array.from({ length: 4 }, () => new InferenceClient({ baseUrl, apiKey: KEY, rateLimiter }));
  const sends = clients.map((client) => () => client.messages.create(PARAMS));
  return inLoops(Array<typeof sends>(20).fill(sends).flat());
}

/** Sends all calls, each loop one at a time; returns how many failed. */
async function inLoops(sends: readonly (() => PromiseLike<unknown>)[]): Promise<number> {
  const left = items.values();
  let failed = 0;
  const loop = async (send: () => PromiseLike<unknown>): Promise<void> => {
    for (const _ of left)
      try {
        await send();
      } catch {
        failed += 1;
      }
  };
  await Promise.all(sends.map(loop));
  return failed;
}

const failed = (await ways[how]?.()) ?? 0;
process.send?.({ failed } satisfies BatchReport, () => process.exit());
