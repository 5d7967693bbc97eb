/** Measures the command under load: many concurrent streams, plus mixed requests at a fixed rate. */
import { Agent, request } from 'undici';
import type { Row } from '../report/row.ts';
import { EMULATOR, residentBytes, start } from './command.ts';
import { LONG_PROMPT, SHORT_PROMPT } from './requests.ts';

const STREAMS = 1000;
const REQUESTS_PER_SECOND = 500;
const TICK_MS = 20;
/** Delay between the events of a stream, so that all streams stay open. */
const PACE_MS = 250;
/** Maximum growth over the second half that counts as flat. */
const MAX_GROWTH = 0.1;

const headers = {
  'content-type': 'application/json',
  'x-api-key': 'api-default',
  'vendor-version': '2023-06-01',
};

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
  const ask = caller(url, agent);
  const open = Array.from({ length: STREAMS }, () => keepStreaming(ask, streams, stop.signal));
  const half = async () => {
    await sendFor((seconds * 1000) / 2, () => count(requests, mixed(ask)));
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

type Ask = (path: string, body?: object, signal?: AbortSignal) => Promise<void>;

function caller(url: string, dispatcher: Agent): Ask {
  return async (path, body, signal) => {
    const response = await request(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      dispatcher,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    for await (const _ of response.body);
    if (response.statusCode !== 200) throw new Error(`${path}: status ${response.statusCode}`);
  };
}

const message = (content: string, more: object = {}): object => ({
  model: 'assistant-opus-4-7',
  max_tokens: 4096,
  messages: [{ role: 'user', content }],
  ...more,
});

async function keepStreaming(ask: Ask, tally: Tally, signal: AbortSignal): Promise<void> {
  const body = message(LONG_PROMPT, { stream: true });
  while (!signal.aborted) {
    await count(tally, ask('/v1/messages', body, signal), signal);
  }
}

let turn = 0;
/** Sends messages, token counts and lists in rotation. */
function mixed(ask: Ask): Promise<void> {
  turn += 1;
  if (turn % 4 === 0) return ask('/v1/models');
  if (turn % 4 === 1)
    return ask('/v1/messages/count_tokens', {
      model: 'assistant-opus-4-7',
      messages: [{ role: 'user', content: SHORT_PROMPT }],
    });
  return ask('/v1/messages', message(SHORT_PROMPT));
}

async function count(tally: Tally, work: Promise<void>, signal?: AbortSignal): Promise<void> {
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
