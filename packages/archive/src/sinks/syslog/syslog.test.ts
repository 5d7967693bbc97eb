import { hostname } from 'node:os';
import { AbortedError, ConfigError } from '@parlance/core-transport';
import { authority } from '@parlance/testing/certificate';
import { expect, test } from 'vitest';
import { activities, ndjson, syslog, type SyslogOptions } from '../../index.js';
import { exportWorld, testFolder } from '../../testing/export-world.js';
import { startSyslog, type SyslogServer } from '../../testing/syslog-server.js';
import { activityRecords, writeUnit } from '../../testing/write-unit.js';

function sinkOf({ port }: SyslogServer, options: Partial<SyslogOptions> = {}) {
  return syslog({ host: '127.0.0.1', port, tls: { ca: authority }, ...options });
}

/** The messages, without their headers. */
const textsIn = ({ messages }: SyslogServer): { id: string }[] =>
  messages.map((message) => JSON.parse(message.slice(message.indexOf('{'))) as { id: string });
const idsIn = (server: SyslogServer): string[] => textsIn(server).map(({ id }) => id);
const idsOf = (count: number): string[] => activityRecords(count).map(({ id }) => id);

test('sends messages of RFC 5424 with the length of each', async () => {
  const server = await startSyslog();
  await writeUnit(sinkOf(server, { batch: { maxRecords: 2 } }), activityRecords(5, 'Zürich 🎻'));
  expect(idsIn(server)).toEqual(idsOf(5));
  expect(server.messages[1]).toMatch(
    new RegExp(
      String.raw`^<110>1 2026-04-01T00:01:00\.000Z ${hostname()} parlance - activity - \{"delivery_id":`,
    ),
  );
  expect(server.messages[1]).toContain('Zürich 🎻');
});

test('the facility, the name of the machine and that of the program are options', async () => {
  const server = await startSyslog();
  await writeUnit(
    sinkOf(server, { facility: 4, hostname: 'exporter', appName: 'audit' }),
    activityRecords(1),
  );
  expect(server.messages[0]).toMatch(/^<38>1 \S+ exporter audit - activity - \{/);
});

test('a message that is too long is rejected, and all others are delivered', async () => {
  const server = await startSyslog();
  const long = activityRecords(1, 'x'.repeat(70_000));
  const rejections = await writeUnit(sinkOf(server), [...long, ...activityRecords(3).slice(1)]);
  expect(rejections).toMatchObject([
    { record: { id: 'activity_0' }, reason: expect.stringContaining('65536') },
  ]);
  expect(idsIn(server)).toEqual(['activity_1', 'activity_2']);
});

test.each([
  [
    'breaks the connection',
    (server: SyslogServer) => (server.onConnection = (socket) => !socket.destroy().closed),
  ],
  [
    'closes the connection before it has read everything',
    (server: SyslogServer) =>
      (server.onConnection = (socket) => {
        socket.once('data', () => socket.destroy());
        return true;
      }),
  ],
  ['takes nothing', (server: SyslogServer) => (server.onConnection = (socket) => Boolean(socket.pause()))],
])('a receiver that %s has not received the unit', async (_what, change) => {
  const server = await startSyslog();
  change(server);
  const written = writeUnit(sinkOf(server, { timeoutMs: 200 }), activityRecords(2_000, 'x'.repeat(5_000)));
  await expect(written).rejects.toMatchObject({ code: 'sink_unavailable' });
});

test('a receiver with an unknown certificate receives nothing', async () => {
  const server = await startSyslog();
  const written = writeUnit(sinkOf(server, { tls: undefined }), activityRecords(2));
  await expect(written).rejects.toMatchObject({ code: 'sink_unavailable' });
  expect(server.messages).toEqual([]);
});

test('stopping the run ends the delivery', async () => {
  const controller = new AbortController();
  const server = await startSyslog();
  server.onConnection = () => (controller.abort(), true);
  const written = writeUnit(sinkOf(server), activityRecords(2), { signal: controller.signal });
  await expect(written).rejects.toBeInstanceOf(AbortedError);
});

test('an export delivers everything to a receiver that breaks every second connection', async () => {
  const world = exportWorld();
  const server = await startSyslog();
  server.resets = (index) => index % 2 === 0;
  const status = await world.run({
    sources: [activities()],
    activities: { window: '1d', history: '1d', from: '2026-05-30T00:00:00Z', recheck: [] },
    sinks: [ndjson({ dir: testFolder() }), sinkOf(server)],
  });
  expect(status.followers).toMatchObject([{ name: 'syslog', pending: 0, rejected: 0 }]);
  expect(new Set(idsIn(server)).size).toBe(status.records);
});

test('doctor connects to the receiver', async () => {
  const server = await startSyslog();
  const { signal } = new AbortController();
  await sinkOf(server).probe({ signal });
  await expect(sinkOf(server, { tls: {} }).probe({ signal })).rejects.toMatchObject({
    code: 'sink_unavailable',
  });
});

test.each([
  [{}, 'host must be'],
  [{ host: 'two words' }, 'host must be'],
  [{ host: 'a', port: 70_000 }, 'port must be'],
  [{ host: 'a', facility: 24 }, 'facility must be'],
  [{ host: 'a', appName: 'ä' }, 'appName must be'],
  [{ host: 'a', maxMessageBytes: 0 }, 'maxMessageBytes must be'],
  [{ host: 'a', tls: 'yes' }, 'tls must be'],
])('rejects %o', (options, problem) => {
  expect(() => syslog(options as SyslogOptions)).toThrow(ConfigError);
  expect(() => syslog(options as SyslogOptions)).toThrow(problem);
});
