/**
 * The server of all client benchmarks: one process with prepared bytes and without an HTTP library. Prints its port.
 */
import { createServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { chatCompletions, messages } from './dialects.ts';
import { requestReader, type ReceivedRequest } from './requests.ts';
import { scenarios, type PreparedResponse } from './scenarios.ts';

const prepared = new Map<string, (query: string) => PreparedResponse>();

const server = createServer({ noDelay: true }, (socket) => {
  const receive = requestReader((request) => {
    void respond(socket, responseTo(request));
  });
  socket.on('data', receive);
  // Contenders drop connections in some cases.
  socket.on('error', () => socket.destroy());
});

// Exits together with its parent, however that ends.
process.stdin.on('end', () => process.exit()).resume();

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  process.stdout.write(`${address.port}\n`);
});

function responseTo({ path, query }: ReceivedRequest): PreparedResponse {
  const name = path.split('/')[1] ?? '';
  const dialect = /\/(chat\/completions|files)$/.test(path) ? 'chatCompletions' : 'messages';
  const key = `${dialect} ${name}`;
  let scenario = prepared.get(key);
  if (!scenario) {
    const make = scenarios[name];
    if (!make) throw new Error(`no scenario for ${path}`);
    scenario = make(dialect === 'messages' ? messages : chatCompletions);
    prepared.set(key, scenario);
  }
  return scenario(query);
}

async function respond(socket: Socket, response: PreparedResponse): Promise<void> {
  const [first = Buffer.alloc(0), ...rest] = response.writes;
  const length =
    response.contentType === 'application/json'
      ? `content-length: ${first.length}`
      : 'transfer-encoding: chunked';
  socket.cork();
  socket.write(
    `HTTP/1.1 200 OK\r\ncontent-type: ${response.contentType}\r\nrequest-id: req_0123456789\r\n${length}\r\n\r\n`,
  );
  socket.write(first);
  socket.uncork();
  if (response.pauseMs !== undefined) await setTimeout(response.pauseMs);
  for (const bytes of rest) {
    if (socket.destroyed) return;
    await (socket.writableNeedDrain ? drained(socket) : nextTurn());
    socket.write(bytes);
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      socket.off('drain', done);
      socket.off('close', done);
      resolve();
    };
    socket.on('drain', done);
    socket.on('close', done);
  });
}
