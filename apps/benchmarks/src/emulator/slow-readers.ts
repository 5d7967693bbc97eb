/** Checks that clients which stop reading mid-stream cost the emulator one buffer each, not the whole reply. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Row } from '../report/row.ts';
import { EMULATOR, residentBytes, start } from './command.ts';

/** Size of the text. As events it is ten times larger, far more than socket buffers can hold. */
const REPLY_BYTES = 2_000_000;
/** Delay between two memory samples. */
const SAMPLE_INTERVAL_MS = 3000;
const MAX_BYTES_EACH = 1_000_000;
/** Maximum growth while nobody reads that counts as flat. */
const MAX_GROWTH = 0.1;

/** Stalls the readers, measures memory, then lets them read to the end. */
export async function slowReadersRow(readers: number): Promise<Row> {
  const { child, url } = await start(EMULATOR);
  try {
    await script(url, readers + 1);
    // Read one stream first, so that one-time allocations are not counted.
    const streamBytes = await readToEnd(await open(url));
    const before = await residentBytes(child.pid);
    const stalled = await Promise.all(Array.from({ length: readers }, () => open(url)));
    const middle = await settledResidentBytes(child.pid);
    await interval();
    const end = await residentBytes(child.pid);
    // Sequentially, so that the others keep waiting.
    for (const socket of stalled) await readToEnd(socket);
    const each = (end - before) / readers;
    return {
      id: 'emulator-slow-readers',
      title: `memory for each of ${readers} readers that pause in a stream of ${(streamBytes / 1e6).toFixed(0)} MB`,
      budget: `<= ${MAX_BYTES_EACH / 1e6} MB, flat`,
      figure: `${(each / 1e6).toFixed(2)} MB`,
      passed: each <= MAX_BYTES_EACH && end - middle <= middle * MAX_GROWTH,
      note: `resident set ${[before, middle, end].map((bytes) => `${(bytes / 1e6).toFixed(0)} MB`).join(', ')}; all readers finish`,
    };
  } finally {
    child.kill();
  }
}

/** Makes the emulator reply to every request with the same large text. */
async function script(url: string, times: number): Promise<void> {
  const reply = 'word '.repeat(REPLY_BYTES / 5);
  const response = await fetch(`${url}/_fake/worlds/default/scripts`, {
    method: 'POST',
    body: JSON.stringify([{ steps: [{ reply, times }] }]),
  });
  if (!response.ok) throw new Error(`scripts: status ${response.status}`);
}

/** Requests a stream on a new connection without reading the response. */
async function open(url: string): Promise<Socket> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const body = JSON.stringify({
    model: 'assistant-opus-4-7',
    max_tokens: 1000,
    stream: true,
    messages: [{ role: 'user', content: 'Write everything down.' }],
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

/** Reads the response to its end and returns its size. */
async function readToEnd(socket: Socket): Promise<number> {
  let size = 0;
  let tail = '';
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    tail = (tail + chunk.subarray(-200).toString('latin1')).slice(-200);
  }
  if (!tail.includes('event: message_stop')) throw new Error('A stream ended early.');
  return size;
}

/** Waits until the resident set stops growing, up to a maximum of 20 samples, and returns it. */
async function settledResidentBytes(pid: number | undefined): Promise<number> {
  let last = 0;
  for (let sample = 0; sample < 20; sample += 1) {
    await interval();
    const now = await residentBytes(pid);
    if (now - last <= last * 0.02) return now;
    last = now;
  }
  return last;
}

function interval(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, SAMPLE_INTERVAL_MS));
}
