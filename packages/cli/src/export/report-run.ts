/** What an unattended export reports to monitoring: metrics in a file or on a port, and a heartbeat. */
import { once } from 'node:events';
import { chmod, rename } from 'node:fs/promises';
import type { ExportStatus, FollowerStatus, UnitCounts } from '@parlance/archive';
import { writePrivateFile } from '@parlance/files';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CommandError } from '../command-error.js';
import type { MetricsAddress } from '../option-parsers.js';
import type { Output } from '../terminal/output.js';

const HEARTBEAT_TIMEOUT_MS = 10_000;

/**
 * Writes the state of an export as metrics of Prometheus, for the textfile collector of the node exporter. The file appears under its name once
 * it is complete, and everybody may read it: it has numbers and the name of the export. A failure is a warning.
 */
export async function reportMetrics(
  file: string,
  readStatus: () => Promise<ExportStatus>,
  output: Output,
): Promise<void> {
  const partial = `${file}.tmp`;
  try {
    await writePrivateFile(partial, metricsOf(await readStatus(), Date.now()));
    await chmod(partial, 0o644);
    await rename(partial, file);
  } catch (error) {
    await output.warning('metrics_not_written', `The metrics were not written: ${(error as Error).message}`);
  }
}

/**
 * Serves the metrics at `/metrics` while the export runs.
 *
 * @returns Ends the server when it is disposed.
 * @throws {CommandError} When the address cannot be used.
 */
export async function serveMetrics(
  { host, port }: MetricsAddress,
  readStatus: () => Promise<ExportStatus>,
  output: Output,
): Promise<AsyncDisposable> {
  const server = createServer((request, response) => {
    const [path] = (request.url ?? '').split('?');
    if (path === '/metrics' && request.method === 'GET') void respond(response, readStatus);
    else response.writeHead(404).end();
  });
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(
      'invalid_metrics_port',
      `The metrics cannot be served on ${host} port ${port}: ${code}.`,
      { hint: 'Use another --metrics-port.' },
    );
  }
  // The export ends while a scraper keeps its connection.
  server.unref();
  const { address, family, port: used } = server.address() as AddressInfo;
  const url = `http://${family === 'IPv6' ? `[${address}]` : address}:${used}/metrics`;
  output.note(`Metrics: ${url}`);
  await output.event('metrics', { url });
  return {
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function respond(response: ServerResponse, readStatus: () => Promise<ExportStatus>): Promise<void> {
  try {
    const metrics = metricsOf(await readStatus(), Date.now());
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(metrics);
  } catch {
    // During the planning of the first run, or while the store does not respond.
    response.writeHead(503).end();
  }
}

/** Name, help, and values by their labels. */
type Gauge = readonly [string, string, Readonly<Record<string, number>>];

function followerGauges({ followers }: ExportStatus): readonly Gauge[] {
  const each = (value: (follower: FollowerStatus) => number): Gauge[2] =>
    Object.fromEntries(followers.map((one) => [`,follower=${JSON.stringify(one.name)}`, value(one)]));
  return [
    ['follower_pending', 'Certificates that a follower does not have yet.', each(({ pending }) => pending)],
    ['follower_delivered', 'Records that were delivered.', each(({ delivered }) => delivered)],
    ['follower_rejected', 'Records that a collector rejected.', each(({ rejected }) => rejected)],
  ];
}

/** Returns the metrics: name, help, and values by their labels. Times are seconds since 1970. */
function metricsOf(status: ExportStatus, now: number): string {
  const { name, state, run, completedTo, problem, failures, records } = status;
  const units = (family: string, counts: UnitCounts): Readonly<Record<string, number>> =>
    Object.fromEntries(
      Object.entries(counts).map(([of, value]) => [`,family="${family}",state="${of}"`, value as number]),
    );
  const open = failures.filter(({ skipped }) => !skipped).length;
  const completed = completedTo === null ? {} : { '': Date.parse(completedTo) / 1000 };
  const gauges: readonly Gauge[] = [
    ['metrics_timestamp_seconds', 'When this file was written.', { '': now / 1000 }],
    ['completed_to_timestamp_seconds', 'Everything before was read.', completed],
    ['run', 'Number of the last run.', { '': run }],
    ['stopped', 'Whether the last run was stopped.', { '': Number(problem !== null || state === 'paused') }],
    ['failures', 'Items that could not be read.', { '': open }],
    ['records', 'Records that are sealed.', { '': records }],
    [
      'units',
      'Windows and partitions.',
      { ...units('activities', status.windows), ...units('chats', status.partitions) },
    ],
  ];
  return [...gauges, ...followerGauges(status)]
    .map(([suffix, help, values]) => {
      const id = `parlance_export_${suffix}`;
      const lines = Object.entries(values).map(
        ([labels, value]) => `${id}{export=${JSON.stringify(name)}${labels}} ${value}\n`,
      );
      return lines.length === 0 ? '' : `# HELP ${id} ${help}\n# TYPE ${id} gauge\n${lines.join('')}`;
    })
    .join('');
}

/**
 * Sends a heartbeat: a GET request without data. The URL may be a secret, so it is not printed. A failure is a warning, because the export is
 * complete.
 */
export async function sendHeartbeat(url: string, output: Output): Promise<void> {
  try {
    const { status, body } = await fetch(url, { signal: AbortSignal.timeout(HEARTBEAT_TIMEOUT_MS) });
    await body?.cancel();
    if (status < 400) return;
    await output.warning(
      'heartbeat_failed',
      `The receiver of the heartbeat responded with status ${status}.`,
    );
  } catch (error) {
    const { name, cause } = error as Error & { readonly cause?: { readonly code?: string } };
    await output.warning('heartbeat_failed', `The heartbeat could not be sent: ${cause?.code ?? name}.`);
  }
}
