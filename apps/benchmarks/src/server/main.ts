/** The server of all client benchmarks: one process with prepared bytes. Prints its port. */
import { setTimeout } from 'node:timers/promises';
import { FaultServer, type Connection } from '@parlance/testing/fault-server';
import { head } from '@parlance/testing/responders';
import { chatCompletions, messages } from '@parlance/testing/dialects';
import { scenarios, type PreparedResponse } from './scenarios.ts';

const prepared = new Map<string, (query: string) => PreparedResponse>();

const server = await FaultServer.start(async (connection) => {
  // Large requests would fill the memory.
  server.requests.length = 0;
  await respond(connection, responseTo(connection.request.path));
});

// Exits together with its parent, however that ends.
process.stdin.on('end', () => process.exit()).resume();
process.stdout.write(`${new URL(server.url).port}\n`);

function responseTo(target: string): PreparedResponse {
  const [path = '', query = ''] = target.split('?');
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
  return scenario(decodeURIComponent(query));
}

async function respond(
  connection: Connection,
  { contentType, writes, pauseMs }: PreparedResponse,
): Promise<void> {
  const [first = Buffer.alloc(0), ...rest] = writes;
  const isDocument = contentType === 'application/json';
  const length = isDocument ? { 'content-length': first.length } : { 'transfer-encoding': 'chunked' };
  const fields = { 'content-type': contentType, 'request-id': 'req_0123456789', ...length };
  await connection.write(Buffer.concat([Buffer.from(head(200, fields)), first]));
  if (pauseMs !== undefined) await setTimeout(pauseMs);
  for (const bytes of rest) {
    await new Promise(setImmediate);
    await connection.write(bytes);
  }
}
