/** Readers who stop in the middle of a large reply: they must cost the command a buffer each, not the reply. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Row } from '../report/row.ts';
import { EMULATOR, residentBytes, start } from './command.ts';

/** Of text; as events it is ten times as much, far beyond what the buffers of a connection hold. */
const REPLY_BYTES = 2_000_000;
/** Between two looks at a memory that must be at rest. */
const REST_MS = 3000;
const MOST_BYTES_EACH = 1_000_000;
/** Growth while nobody reads that still counts as flat. */
const MOST_GROWTH = 0.1;

/** Lets so many readers stop, looks at the memory, and lets them go on to the end. */
export async function slowReadersRow(readers: number): Promise<Row> {
  const { child, url } = await start(EMULATOR);
  try {
    await script(url, readers + 1);
    // What the first one leaves behind belongs to no reader.
    const streamBytes = await readToEnd(await open(url));
    const before = await residentBytes(child.pid);
    const stopped = await Promise.all(Array.from({ length: readers }, () => open(url)));
    const middle = await atRest(child.pid);
    await rest();
    const end = await residentBytes(child.pid);
    // One after the other, so that the others go on waiting.
    for (const socket of stopped) await readToEnd(socket);
    const each = (end - before) / readers;
    return {
      id: 'emulator-slow-readers',
      title: `memory for each of ${readers} readers that pause in a stream of ${(streamBytes / 1e6).toFixed(0)} MB`,
      budget: `<= ${MOST_BYTES_EACH / 1e6} MB, flat`,
      figure: `${(each / 1e6).toFixed(2)} MB`,
      passed: each <= MOST_BYTES_EACH && end - middle <= middle * MOST_GROWTH,
      note: `resident set ${[before, middle, end].map((bytes) => `${(bytes / 1e6).toFixed(0)} MB`).join(', ')}; all readers finish`,
    };
  } finally {
    child.kill();
  }
}

/** Has every request answered with the same large text. */
async function script(url: string, times: number): Promise<void> {
  const reply = 'word '.repeat(REPLY_BYTES / 5);
  const response = await fetch(`${url}/_fake/worlds/default/scripts`, {
    method: 'POST',
    body: JSON.stringify([{ steps: [{ reply, times }] }]),
  });
  if (!response.ok) throw new Error(`scripts: status ${response.status}`);
}

/** Asks for a stream on a connection of its own, and reads nothing of it. */
async function open(url: string): Promise<Socket> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const body = JSON.stringify({
    model: 'assistant-opus-4-7',
    max_tokens: 1000,
    stream: true,
    messages: [{ role: 'user', content: 'Tell me everything.' }],
  });
  const fields = [
    `host: ${hostname}`,
    'x-api-key: api-default',
    'vendor-version: 2023-06-01',
    'content-type: application/json',
    `content-length: ${body.length}`,
    'connection: close',
  ];
  socket.write(`POST /v1/messages HTTP/1.1\r\n${fields.join('\r\n')}\r\n\r\n${body}`);
  return socket;
}

/** Gives the size of the answer. */
async function readToEnd(socket: Socket): Promise<number> {
  let size = 0;
  let tail = '';
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    tail = (tail + chunk.subarray(-200).toString('latin1')).slice(-200);
  }
  if (!tail.includes('event: message_stop')) throw new Error('A stream broke off.');
  return size;
}

/** Gives the resident set once it has stopped growing, or has grown far too long. */
async function atRest(pid: number | undefined): Promise<number> {
  let last = 0;
  for (let look = 0; look < 20; look += 1) {
    await rest();
    const now = await residentBytes(pid);
    if (now - last <= last * 0.02) return now;
    last = now;
  }
  return last;
}

function rest(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, REST_MS));
}
