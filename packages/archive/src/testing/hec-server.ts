/**
 * The HTTP Event Collector of Splunk, for tests, written from its published documentation: event endpoint, error codes, channels, and indexer
 * acknowledgment, which can be read once.
 */
import { gunzipSync } from 'node:zlib';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** An event, as the collector stores it. */
export interface HecEvent {
  readonly time?: number;
  readonly source?: string;
  readonly sourcetype?: string;
  readonly index?: string;
  readonly event: Readonly<Record<string, unknown>>;
}

/** What a test changes. */
export interface HecBehavior {
  /** Responds itself; returns true then. */
  intercept?: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  /** Whether an event is refused. Default: none is. */
  refuses?: ((event: HecEvent) => boolean) | undefined;
  /** Whether the indexer stores what was received. Default: true. */
  stores?: (() => boolean) | undefined;
  /** Whether the token has indexer acknowledgment. Default: true. */
  acknowledges?: boolean | undefined;
}

/** A collector, on this machine. */
export interface HecServer extends HecBehavior {
  readonly url: string;
  /** Everything that was stored, repeated events too. */
  readonly events: HecEvent[];
}

/** The token that it accepts. */
export const HEC_TOKEN = '00000000-aaaa-4bbb-8ccc-000000000001';

type Reply = readonly [status: number, body: object];
type Channel = Map<number, readonly HecEvent[]>;

/** Starts a collector, which ends with the test. */
export async function startHec(behavior: HecBehavior = {}): Promise<HecServer> {
  const collector = new Collector(behavior);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (behavior.intercept?.(request, response) === true) return;
      const body = Buffer.concat(chunks);
      const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString();
      const [status, reply] = collector.respond(request, text);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { ...behavior, url, events: collector.events };
}

class Collector {
  readonly events: HecEvent[] = [];
  readonly #behavior: HecBehavior;
  readonly #channels = new Map<string, Channel>();
  #next = 0;

  constructor(behavior: HecBehavior) {
    this.#behavior = behavior;
  }

  respond({ method, url, headers }: IncomingMessage, text: string): Reply {
    const { pathname, searchParams } = new URL(url ?? '', 'http://hec');
    if (method !== 'POST') return [405, { text: 'The requested URL was not found', code: 404 }];
    if (headers.authorization !== `Splunk ${HEC_TOKEN}`) return [403, { text: 'Invalid token', code: 4 }];
    const name = searchParams.get('channel') ?? headers['x-splunk-request-channel'];
    if (typeof name !== 'string') return [400, { text: 'Data channel is missing', code: 10 }];
    const channel: Channel = this.#channels.get(name) ?? new Map();
    this.#channels.set(name, channel);
    return pathname === '/services/collector/ack' ? this.#acks(channel, text) : this.#receive(channel, text);
  }

  #acks(channel: Channel, text: string): Reply {
    const { acks } = JSON.parse(text) as { acks: number[] };
    return [200, { acks: Object.fromEntries(acks.map((id) => [id, this.#store(channel, id)])) }];
  }

  #store(channel: Channel, id: number): boolean {
    const events = channel.get(id);
    if (events === undefined || this.#behavior.stores?.() === false) return false;
    this.events.push(...events);
    return channel.delete(id);
  }

  #receive(channel: Channel, text: string): Reply {
    const lines = text.split('\n').filter(Boolean);
    const events = lines.map((line) => JSON.parse(line) as HecEvent);
    if (events.length === 0) return [400, { text: 'No data', code: 5 }];
    const refused = events.findIndex((event) => this.#behavior.refuses?.(event) === true);
    if (refused >= 0) return [400, { text: 'Invalid data format', code: 6, 'invalid-event-number': refused }];
    const reply = { text: 'Success', code: 0 };
    if (this.#behavior.acknowledges === false) {
      this.events.push(...events);
      return [200, reply];
    }
    channel.set(this.#next, events);
    return [200, { ...reply, ackId: this.#next++ }];
  }
}
