/** A server that accepts no connections and whose accept queue is full, so that TCP handshakes never complete. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Listens, prints its port, and blocks forever. */
const PROGRAM = `
  const server = require('node:net').createServer();
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    require('node:fs').writeSync(1, String(server.address().port));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });`;

/** Connections that fill the accept queue. */
const FILLERS = 8;

/** Runs a function against such a server. */
export async function withDeafServer<T>(run: (url: string) => Promise<T>): Promise<T> {
  const child = spawn(process.execPath, ['-e', PROGRAM], { stdio: ['ignore', 'pipe', 'inherit'] });
  const fillers: Socket[] = [];
  try {
    const [port] = (await once(child.stdout, 'data')) as [Buffer];
    for (let count = 0; count < FILLERS; count += 1) {
      const socket = connect(Number(port.toString()), '127.0.0.1');
      socket.on('error', () => undefined);
      fillers.push(socket);
    }
    // Nothing signals that the queue is full, so wait.
    await wait(500);
    return await run(`http://127.0.0.1:${port.toString()}`);
  } finally {
    for (const socket of fillers) socket.destroy();
    child.kill('SIGKILL');
  }
}
