/** Exports that a timer starts, and what they report to monitoring. */
import { once } from 'node:events';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runHere } from '../testing/run-here.js';
import { setUpCli } from '../testing/set-up-cli.js';

const { cli, fake, url } = await setUpCli();

async function setUp(world: string) {
  const cwd = await cli.folder();
  const activities = { from: new Date(Date.now() - 7_200_000).toISOString() };
  const config = { export: { activities, requestsPerMinute: 1_000_000 } };
  await writeFile(path.join(cwd, 'parlance.config.json'), JSON.stringify(config));
  return { cwd, env: { PARLANCE_BASE_URL: url, PARLANCE_COMPLIANCE_KEY: `compliance-${world}` } };
}

/** Counts the requests that it receives. */
async function receiver(status = 200): Promise<{ readonly address: string; readonly requests: string[] }> {
  const requests: string[] = [];
  const server: Server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.writeHead(status).end('ok');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ping`, requests };
}

test('a run stops with exit code 5 when the service is unavailable for longer than --max-wait', async () => {
  const place = await setUp('waiting');
  const { address, requests } = await receiver();
  const limits = ['--max-wait', '0', '--metrics-file', 'export.prom', '--heartbeat-url', address];
  fake.setFaults([{ after: 3, status: 503 }], 'waiting');
  const stopped = await cli.run(['export', 'run', ...limits, '--json'], place);
  expect([stopped.code, stopped.lines().at(-1)]).toEqual([
    5,
    expect.objectContaining({ type: 'error', code: 'service_unavailable', exit_code: 5 }),
  ]);
  const metrics = await readFile(path.join(place.cwd, 'export.prom'), 'utf8');
  expect(metrics).toContain('parlance_export_stopped{export="default"} 1\n');
  expect(metrics).not.toContain('completed_to');
  expect(requests).toEqual([]);

  fake.setFaults([], 'waiting');
  const { code, err } = await cli.run(['export', 'run', ...limits, '--quiet'], place);
  expect([code, err, requests]).toEqual([0, '', ['GET /ping']]);
});

test('metrics and status say up to when everything was read', async () => {
  const place = await setUp('metrics');
  const { address } = await receiver(500);
  const env = { ...place.env, PARLANCE_HEARTBEAT_URL: address };
  const argv = ['export', 'run', '--timestamps', '--metrics-file', 'export.prom'];
  const { code, err } = await cli.run(argv, { ...place, env });
  expect(code).toBe(0);
  expect(err).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z Starting run 1/);
  expect(err).toContain('The receiver of the heartbeat responded with status 500.');
  expect(err).not.toContain('/ping');
  const file = path.join(place.cwd, 'export.prom');
  expect((await stat(file)).mode & 0o777).toBe(0o644);
  const metrics = await readFile(file, 'utf8');
  const [, until] =
    /^parlance_export_completed_to_timestamp_seconds\{export="default"\} ([\d.]+)$/m.exec(metrics) ?? [];
  expect(metrics).toContain('parlance_export_units{export="default",family="chats",state="sealed"} 2\n');
  expect(metrics).toMatch(/^# TYPE parlance_export_records gauge$/m);

  const status = ['export', 'status', '--json', '--max-age'];
  const recent = await cli.run([...status, '999999d'], place);
  const [line] = recent.lines();
  expect([recent.code, line]).toEqual([
    0,
    expect.objectContaining({ state: 'done', completed_to: line?.['bound'] }),
  ]);
  expect(Date.parse(String(line?.['completed_to'])) / 1000).toBe(Number(until));
  const old = await cli.run([...status, '0s'], place);
  expect([old.code, old.lines()[1]]).toEqual([
    3,
    expect.objectContaining({ type: 'warning', code: 'too_old' }),
  ]);
  expect((await cli.run(['export', 'status', '--max-age', '26'], place)).err).toContain('for example 26h');
});

test('--metrics-port serves the metrics on this machine while the export runs', async () => {
  const place = await setUp('port');
  const printed = Promise.withResolvers<string>();
  const onPrint = (text: string): void => {
    const [, address] = /"type":"metrics".*"url":"(http:\/\/127\.0\.0\.1:\d+\/metrics)"/.exec(text) ?? [];
    if (address !== undefined) printed.resolve(address);
    if (text.includes('"type":"waiting"')) waiting.resolve();
  };
  const waiting = Promise.withResolvers<void>();
  fake.setFaults([{ after: 8, status: 503 }], 'port');
  const running = runHere(['export', 'run', '--metrics-port', '0', '--json'], { ...place, onPrint });
  const address = await printed.promise;
  await waiting.promise;
  const response = await fetch(address);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  expect(await response.text()).toContain('parlance_export_run{export="default"} 1\n');
  expect((await fetch(new URL('/other', address))).status).toBe(404);
  expect((await fetch(address, { method: 'POST' })).status).toBe(404);

  const port = new URL(address).port;
  const taken = await cli.run(['export', 'run', '--metrics-port', port], {
    ...place,
    cwd: await cli.folder(),
  });
  expect([taken.code, taken.err]).toEqual([
    2,
    expect.stringContaining(`on 127.0.0.1 port ${port}: EADDRINUSE`),
  ]);
  fake.setFaults([], 'port');
  expect((await running).code).toBe(0);
  await expect(fetch(address)).rejects.toThrow();
});

test.each(['', '65536', 'port', 'host:', ':1', 'a b:1'])('--metrics-port %j is refused', async (text) => {
  const { code, err } = await cli.run(['export', 'run', '--metrics-port', text], await setUp('refused'));
  expect([code, err]).toEqual([2, expect.stringContaining('It must be a port, or a host and a port')]);
});

test('a configuration records the calls of a command, and is called when it ends', async () => {
  const place = await setUp('telemetry');
  await rm(path.join(place.cwd, 'parlance.config.json'));
  const program = `
    import { writeFileSync } from 'node:fs';
    const calls = [];
    const span = { retry() {}, end() {}, headers() { return {}; } };
    const telemetry = {
      start({ operation }) {
        calls.push(operation.id ?? operation);
        return new Proxy(span, { get: (target, name) => target[name] ?? (() => undefined) });
      },
    };
    const onEnd = async () => {
      writeFileSync(new URL('calls.json', import.meta.url), JSON.stringify(calls));
      throw new Error('not sent');
    };
    export default { telemetry, onEnd };
  `;
  await writeFile(path.join(place.cwd, 'parlance.config.mjs'), program);
  const { code, lines } = await cli.run(['api', 'organizations.list', '--json'], place);
  expect(JSON.parse(await readFile(path.join(place.cwd, 'calls.json'), 'utf8'))).toEqual([
    'organizations.list',
  ]);
  expect([code, ...lines().map(({ type }) => type)]).toEqual([0, 'response', 'warning', 'summary']);
});

test('a next run that is not complete does not hide when the last one was', async () => {
  const place = await setUp('next');
  expect((await cli.run(['export', 'run'], place)).code).toBe(0);
  fake.setFaults([{ status: 503 }], 'next');
  expect((await cli.run(['export', 'run', '--max-wait', '0'], place)).code).toBe(5);
  const { code, lines } = await cli.run(['export', 'status', '--json', '--max-age', '999999d'], place);
  expect([code, lines()[0]]).toEqual([
    0,
    expect.objectContaining({ state: 'paused', completed_to: expect.stringMatching(/Z$/) }),
  ]);
});
