import { randomUUID } from 'node:crypto';
import { checkRecord, isA, wait, type Checks } from '@parlance/core-transport/internal';
import { milliseconds, wrong } from '../../option-checks.js';
import type { BatchItem, BatchReceiver } from '../batch-writer.js';
import { envelope, type RecordMapping } from '../record-mapping.js';
import { nonEmpty, remoteSink } from '../remote-sink.js';
import type { DeliveryReport, Sink } from '../sink.js';
import { SinkError } from '../sink-error.js';
import { checkUrl, httpService, requestChecks, type HttpRequestOptions } from './http.js';
import type { HttpDelivery } from './http-delivery.js';

/** Options for {@link splunk}. */
export interface SplunkOptions extends HttpRequestOptions {
  /** Address of the HTTP Event Collector, for example `https://splunk.example.com:8088`. */
  readonly url: string;
  /** Token of the collector, or a function that returns it, which is called before each request. */
  readonly token: string | (() => string | Promise<string>);
  /** Index of the events. Default: that of the token. */
  readonly index?: string | undefined;
  /** Source type of the events. Default: `parlance:` and the kind of the record, for example `parlance:activity`. */
  readonly sourcetype?: string | undefined;
  /**
   * Waits until the indexer acknowledges that the events are stored. The token must have indexer acknowledgment enabled. Default: true. False counts
   * events as delivered once the collector has received them; a crash of Splunk can lose such events.
   */
  readonly acknowledge?: boolean | undefined;
  /** How long to wait for the acknowledgment of a unit, in milliseconds. Then it is sent again. Default: 300,000. */
  readonly acknowledgeMs?: number | undefined;
}

const checks: Checks = {
  ...requestChecks,
  token: isA('string', 'function'),
  index: nonEmpty,
  sourcetype: nonEmpty,
  acknowledge: isA('boolean'),
  acknowledgeMs: milliseconds,
};

/** Time between two requests for acknowledgments, in milliseconds. */
const POLL_MS = 1_000;

/** Error codes of the collector that are about an event, and not about the token, the channel or the index. */
const EVENT_CODES: ReadonlySet<unknown> = new Set([5, 6, 12, 13, 15]);

/**
 * Creates a sink that sends records to the HTTP Event Collector of Splunk. It works as {@link http} does, and a unit counts as delivered once the
 * indexer has acknowledged all of its events.
 *
 * `time` is the time of the record, `source` the name of the export. An event that the collector rejects is found by dividing the batch.
 *
 * @param options - The collector and how to send to it.
 * @returns The sink, for the option `sinks` of an export.
 * @throws {ConfigError} When an option is invalid, or the URL uses http for another machine.
 */
export function splunk(options: SplunkOptions): Sink {
  checkRecord('', options, checks);
  const { token, acknowledge = true, acknowledgeMs = 300_000 } = options;
  if (token === '' || token === undefined) throw wrong('token', 'must be the token of the collector');
  const base = checkUrl(options.url);
  const services = `${base.pathname.replace(/\/$/, '')}/services/collector`;
  const channel = randomUUID();
  const headers = async (): Promise<Record<string, string>> => ({
    authorization: `Splunk ${typeof token === 'string' ? token : await token()}`,
    'x-splunk-request-channel': channel,
  });
  const target = {
    url: new URL(`${services}/event`, base),
    headers,
    format: 'ndjson',
    isRejection,
    readsAccepted: acknowledge,
  } as const;
  const asking = { path: `${services}/ack?channel=${channel}`, withinMs: acknowledgeMs };
  const service = httpService(options, target, (delivery, signal) =>
    acknowledge ? new AcknowledgedDelivery(delivery, { ...asking, signal }) : delivery,
  );
  return remoteSink('splunk', { ...options, map: eventsOf(options) }, service);
}

/** How acknowledgments are asked for. */
interface Asking {
  readonly path: string;
  readonly withinMs: number;
  readonly signal: AbortSignal;
}

/** Waits until the indexer has acknowledged what was sent. */
class AcknowledgedDelivery implements BatchReceiver {
  readonly #delivery: HttpDelivery;
  readonly #asking: Asking;
  /** Numbers of the accepted requests. */
  readonly #pending = new Set<number>();

  constructor(delivery: HttpDelivery, asking: Asking) {
    this.#delivery = delivery;
    this.#asking = asking;
  }

  async send(items: readonly BatchItem[], redelivery: boolean, report?: DeliveryReport): Promise<void> {
    for (const response of await this.#delivery.send(items, redelivery, report)) {
      const { ackId } = parse(response);
      if (typeof ackId !== 'number')
        throw new SinkError(
          'sink_unacknowledged',
          'The token has no indexer acknowledgment: enable it in Splunk, or set acknowledge to false.',
        );
      this.#pending.add(ackId);
    }
  }

  async end(): Promise<void> {
    const { path, withinMs, signal } = this.#asking;
    const started = performance.now();
    for (let attempts = 1; this.#pending.size > 0; attempts += 1) {
      const response = await this.#delivery.ask(path, JSON.stringify({ acks: [...this.#pending] }));
      // The collector forgets an acknowledgment once it was read.
      for (const [id, isStored] of Object.entries(Object(parse(response ?? '').acks)))
        if (isStored === true) this.#pending.delete(Number(id));
      if (this.#pending.size === 0) return;
      if (performance.now() - started >= withinMs)
        throw new SinkError(
          'sink_unacknowledged',
          `The indexer has not acknowledged ${this.#pending.size} requests in ${withinMs} ms.`,
          { status: null, attempts },
        );
      await wait(POLL_MS, signal);
    }
  }
}

function isRejection(response: string): boolean {
  const { code } = parse(response);
  // A proxy, or a limit of the size, has no code.
  return code === undefined || EVENT_CODES.has(code);
}

function parse(response: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(response)) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Wraps what `map` returns into the events that the collector expects. */
function eventsOf({ map = envelope, index, sourcetype }: SplunkOptions): RecordMapping {
  const mapping: RecordMapping = (record, delivery) => {
    const mapped = map(record, delivery);
    if (mapped === null) return null;
    const { created_at: at } = record.body as { readonly created_at?: unknown };
    const ms = typeof at === 'string' ? Date.parse(at) : Number.NaN;
    const facts = {
      ...(Number.isNaN(ms) ? {} : { time: ms / 1_000 }),
      source: delivery.exportName,
      sourcetype: sourcetype ?? `parlance:${record.kind}`,
      ...(index !== undefined && { index }),
    };
    return Array.isArray(mapped) ? mapped.map((event) => ({ ...facts, event })) : { ...facts, event: mapped };
  };
  return Object.assign(mapping, { kinds: map.kinds });
}
