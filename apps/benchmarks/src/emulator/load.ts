/** Measures the command under load: many concurrent streams, plus mixed requests at a fixed rate. */
import { Agent } from 'undici';
import type { Row } from '../report/row.ts';
import { EMULATOR, residentBytes, start } from './command.ts';
import { ask, LONG_PROMPT, send, SHORT_PROMPT, type AskOptions } from './requests.ts';

const STREAMS = 1000;
const REQUESTS_PER_SECOND = 500;
const TICK_MS = 20;
/** Delay between the events of a stream, so that all streams stay open. */
const PACE_MS = 250;
/** Maximum growth over the second half that counts as flat. */
const MAX_GROWTH = 0.1;

interface Tally {
  done: number;
  readonly errors: string[];
}

/** Runs the load. Passes if there are no errors and memory does not grow. */
export async function loadRow(seconds: number): Promise<Row> {
  const { child, url } = await start([...EMULATOR, '--pace-ms', String(PACE_MS)]);
  const agent = new Agent({ connections: STREAMS + 100 });
  const stop = new AbortController();
  const streams: Tally = { done: 0, errors: [] };
  const requests: Tally = { done: 0, errors: [] };
  const connections = { dispatcher: agent };
  const open = Array.from({ length: STREAMS }, () =>
    keepStreaming(url, streams, { ...connections, signal: stop.signal }),
  );
  const half = async () => {
    await sendFor((seconds * 1000) / 2, () => count(requests, mixed(url, connections)));
    return residentBytes(child.pid);
  };
  const [middle, end] = [await half(), await half()];
  stop.abort();
  await Promise.all(open);
  await agent.destroy();
  child.kill();
  const errors = [...streams.errors, ...requests.errors];
  return {
    id: 'emulator-load',
    title: `${STREAMS} streams at once and ${REQUESTS_PER_SECOND} mixed requests/s for ${seconds} s`,
    budget: 'no error, flat',
    figure: `${errors.length} errors`,
    passed: errors.length === 0 && end - middle <= middle * MAX_GROWTH,
    note:
      `${requests.done} requests; ${(middle / 1e6).toFixed(0)} MB halfway, ${(end / 1e6).toFixed(0)} MB at the end` +
      (errors[0] === undefined ? '' : `; first error: ${errors[0]}`),
  };
}

async function keepStreaming(url: string, tally: Tally, options: AskOptions): Promise<void> {
  while (options.signal?.aborted !== true)
    await count(tally, ask(url, LONG_PROMPT, true, options), options.signal);
}

let turn = 0;

/** Sends messages and lists in rotation. */
function mixed(url: string, options: AskOptions): Promise<string> {
  turn += 1;
  return turn % 4 === 0 ? send(`${url}/v1/models`, options) : ask(url, SHORT_PROMPT, false, options);
}

async function count(tally: Tally, work: Promise<unknown>, signal?: AbortSignal): Promise<void> {
  try {
    await work;
    tally.done += 1;
  } catch (error) {
    if (signal?.aborted !== true) tally.errors.push((error as Error).message);
  }
}

/** Starts work at a fixed rate, catching up after late ticks, and waits until all of it is done. */
async function sendFor(millis: number, work: () => Promise<void>): Promise<void> {
  const start = performance.now();
  const inFlight: Promise<void>[] = [];
  for (let sent = 0; performance.now() - start < millis;) {
    const due = ((performance.now() - start) * REQUESTS_PER_SECOND) / 1000;
    for (; sent < due; sent += 1) inFlight.push(work());
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  await Promise.all(inFlight);
}
