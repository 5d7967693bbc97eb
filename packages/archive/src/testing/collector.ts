/** A receiver of records, for tests. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request that arrived. */
export interface Seen {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Responds to a request. */
export type Respond = (response: ServerResponse, seen: Seen, index: number) => void;

/** A receiver, on this machine. */
export interface Collector {
  readonly url: string;
  readonly seen: Seen[];
  /** Replaces what it responds. */
  respond: Respond;
}

/** Starts a receiver, which ends with the test. */
export async function startCollector(respond: Respond): Promise<Collector> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const entry = { headers: request.headers, body: Buffer.concat(chunks).toString() };
      seen.push(entry);
      collector.respond(response, entry, seen.length - 1);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events?token=query-secret`;
  const collector: Collector = { url, seen, respond };
  return collector;
}

/** Responds with one status after the other, and then with the last one. */
export function statuses(...codes: readonly number[]): Respond {
  return (response, _seen, index) => {
    response.writeHead(codes[Math.min(index, codes.length - 1)] ?? 200).end('done');
  };
}

/** Returns the values of lines of JSON. */
export function linesOf(body: string): Record<string, unknown>[] {
  return body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
