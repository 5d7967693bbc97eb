import { hostname as ownHostname } from 'node:os';
import type { ConnectionOptions } from 'node:tls';
import { checkRecord, isA, must, type Checks } from '@parlance/core-transport/internal';
import { ConfigError } from '@parlance/schemas/kit';
import { milliseconds, whole, wrong } from '../../option-checks.js';
import type { BatchItem, BatchReceiver, RemoteSinkOptions } from '../batch-writer.js';
import { remoteChecks, remoteSink } from '../remote-sink.js';
import type { DeliveryReport, Sink } from '../sink.js';
import { SyslogConnection } from './syslog-connection.js';

/** Options for {@link syslog}. */
export interface SyslogOptions extends RemoteSinkOptions {
  /** Host name or IP address of the receiver. */
  readonly host: string;
  /** Port of the receiver. Default: 6514. */
  readonly port?: number | undefined;
  /** Certificate authority of the receiver, and certificate and key of this client (PEM). Default: the authorities of Node.js, no certificate. */
  readonly tls?: Pick<ConnectionOptions, 'ca' | 'cert' | 'key' | 'passphrase' | 'servername'> | undefined;
  /** Facility, from 0 to 23. Default: 13, log audit. */
  readonly facility?: number | undefined;
  /** `HOSTNAME` of the messages. Default: that of this machine. */
  readonly hostname?: string | undefined;
  /** `APP-NAME` of the messages. Default: `parlance`. */
  readonly appName?: string | undefined;
  /** Maximum length of a message in bytes. A longer one counts as rejected. Default: 65,536. */
  readonly maxMessageBytes?: number | undefined;
  /** How long to wait for the receiver, in milliseconds: to connect, to take data, and to close the connection. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
}

const word = (length: number): Checks[string] =>
  must(
    `up to ${length} printable ASCII characters without spaces`,
    (value) => typeof value === 'string' && new RegExp(`^[!-~]{1,${length}}$`).test(value),
  );

const between = (from: number, to: number): Checks[string] =>
  must(
    `a whole number from ${from} to ${to}`,
    (value) => Number.isInteger(value) && (value as number) >= from && (value as number) <= to,
  );

const checks: Checks = {
  ...remoteChecks,
  host: word(255),
  port: between(1, 65_535),
  tls: isA('object'),
  facility: between(0, 23),
  hostname: word(255),
  appName: word(48),
  maxMessageBytes: whole,
  timeoutMs: milliseconds,
};

const INFORMATIONAL = 6;

/**
 * Creates a sink that sends records as syslog messages (RFC 5424) over TLS (RFC 5425), with the JSON of the record as text and its kind as `MSGID`. In an
 * export with an archive it is a follower.
 *
 * Syslog has no acknowledgments. The sink opens a connection for each unit, and the unit counts as delivered when the receiver has closed the connection
 * in turn: by then it has read everything. A unit whose connection breaks off, or is closed by the receiver first, is sent again. Receivers recognize repeated records by their stable ids.
 *
 * @param options - The receiver, and the fields of the messages.
 * @returns The sink, for the option `sinks` of an export.
 * @throws {ConfigError} When an option is invalid.
 */
export function syslog(options: SyslogOptions): Sink {
  checkRecord('', options, checks);
  const { host, port = 6514, tls, timeoutMs = 30_000 } = options;
  if (host === undefined) throw wrong('host', 'must be the name or address of the receiver');
  const connect = (signal: AbortSignal): SyslogConnection =>
    new SyslogConnection({ ...tls, host, port }, timeoutMs, signal);
  return remoteSink('syslog', options, {
    connect: () => ({ begin: (_unit, signal) => new SyslogUnit(options, () => connect(signal)) }),
    probe: async ({ signal }) => {
      const connection = connect(signal);
      await connection.write('');
      await connection.end();
    },
  });
}

/** Sends the messages of a unit. */
class SyslogUnit implements BatchReceiver {
  readonly #options: SyslogOptions;
  readonly #connect: () => SyslogConnection;
  #connection: SyslogConnection | undefined;

  constructor(options: SyslogOptions, connect: () => SyslogConnection) {
    this.#options = options;
    this.#connect = connect;
  }

  async send(items: readonly BatchItem[], _redelivery: boolean, report?: DeliveryReport): Promise<void> {
    const { maxMessageBytes = 65_536 } = this.#options;
    const frames: string[] = [];
    for (const item of items) {
      const message = this.#message(item);
      const length = Buffer.byteLength(message);
      if (length <= maxMessageBytes) frames.push(`${length} ${message}`);
      else reject(item, `has ${length} bytes as a message, more than ${maxMessageBytes}`, report);
    }
    if (frames.length === 0) return;
    this.#connection ??= this.#connect();
    await this.#connection.write(frames.join(''));
  }

  async end(): Promise<void> {
    await this.#connection?.end();
  }

  abort(): void {
    this.#connection?.destroy();
  }

  #message({ json, record }: BatchItem): string {
    const { facility = 13, hostname = ownHostname(), appName = 'parlance' } = this.#options;
    const { created_at: at } = record.body as { readonly created_at?: unknown };
    const ms = typeof at === 'string' ? Date.parse(at) : Number.NaN;
    const time = Number.isNaN(ms) ? '-' : new Date(ms).toISOString();
    return `<${facility * 8 + INFORMATIONAL}>1 ${time} ${hostname} ${appName} - ${record.kind} - ${json}`;
  }
}

function reject({ record, id, json }: BatchItem, reason: string, report?: DeliveryReport): void {
  if (report === undefined)
    throw new ConfigError('maxMessageBytes', `the ${record.kind} ${record.id} ${reason}`);
  report.rejected({ record, id, sent: json, reason, status: null, response: null });
}
