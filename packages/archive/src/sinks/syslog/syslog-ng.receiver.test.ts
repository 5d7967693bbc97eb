/** Sends to syslog-ng, where it is installed. It is killed in the middle and started again. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { authority, certificate, certificateKey } from '@parlance/testing/certificate';
import { expect, onTestFinished, test, vi } from 'vitest';
import { activities, ndjson, syslog } from '../../index.js';
import { exportWorld, testFolder } from '../../testing/export-world.js';
import { activityRecords, writeUnit } from '../../testing/write-unit.js';

const isInstalled = spawnSync('syslog-ng', ['--version']).status === 0;
if (!isInstalled) process.stderr.write('Left out: syslog-ng is not installed.\n');

/** A receiver that writes the text of each message to a file. */
class SyslogNg {
  readonly port: number;
  readonly #dir = testFolder();
  #process: ChildProcess | undefined;

  constructor(port: number) {
    this.port = port;
    writeFileSync(`${this.#dir}/cert.pem`, certificate);
    writeFileSync(`${this.#dir}/key.pem`, certificateKey);
    writeFileSync(
      `${this.#dir}/syslog-ng.conf`,
      `@version: 3.38
options { log-msg-size(131072); };
source in {
  syslog(ip("127.0.0.1") port(${port}) transport("tls")
    tls(key-file("${this.#dir}/key.pem") cert-file("${this.#dir}/cert.pem") peer-verify(optional-untrusted)));
};
destination out { file("${this.#dir}/out.log" template("$FACILITY $PROGRAM $MSGID $MSG\\n")); };
log { source(in); destination(out); };
`,
    );
  }

  async start(): Promise<void> {
    const file = (name: string): string => `${this.#dir}/${name}`;
    const files = ['-f', 'syslog-ng.conf', '-R', 'persist', '-p', 'pid', '-c', 'control'];
    const args = files.map((part, index) => (index % 2 === 0 ? part : file(part)));
    this.#process = spawn('syslog-ng', ['--foreground', '--no-caps', ...args], { stdio: 'ignore' });
    await vi.waitUntil(() => isOpen(this.port), { timeout: 30_000 });
  }

  async kill(): Promise<void> {
    if (this.#process?.exitCode !== null || !this.#process.kill('SIGKILL')) return;
    await once(this.#process, 'exit');
  }

  get lines(): readonly string[] {
    return readFileSync(`${this.#dir}/out.log`, 'utf8').trimEnd().split('\n');
  }

  get ids(): ReadonlySet<string> {
    const texts = this.lines
      .map((line) => line.slice(line.indexOf('{')))
      .filter((text) => text.endsWith('}'));
    return new Set(texts.map((text) => (JSON.parse(text) as { id: string }).id));
  }
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const opened = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return opened;
}

async function startSyslogNg(): Promise<SyslogNg> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const receiver = new SyslogNg(port);
  onTestFinished(() => receiver.kill());
  await receiver.start();
  return receiver;
}

const sinkOf = ({ port }: SyslogNg) => syslog({ host: '127.0.0.1', port, tls: { ca: authority } });

test.runIf(isInstalled)('syslog-ng reads each message as it was sent', async () => {
  const receiver = await startSyslogNg();
  await writeUnit(sinkOf(receiver), activityRecords(1_000, 'Zürich 🎻 '.repeat(500)));
  await expect.poll(() => receiver.ids.size, { timeout: 10_000 }).toBe(1_000);
  expect(receiver.lines[0]).toMatch(/^\S+ parlance activity \{"delivery_id":/);
});

test.runIf(isInstalled)('an export delivers everything while syslog-ng is killed', async () => {
  const receiver = await startSyslogNg();
  let [certified, kills] = [0, 0];
  const status = await exportWorld().run(
    {
      sources: [activities()],
      activities: { window: '1d', history: '1d', from: '2026-05-10T00:00:00Z', recheck: [] },
      sinks: [ndjson({ dir: testFolder() }), sinkOf(receiver)],
    },
    undefined,
    ({ type }) => {
      if (type !== 'sealed' || ++certified % 8 !== 4) return;
      kills += 1;
      void receiver.kill().then(() => receiver.start());
    },
  );
  expect(status.followers).toMatchObject([{ name: 'syslog', pending: 0, rejected: 0 }]);
  await expect.poll(() => receiver.ids.size, { timeout: 10_000 }).toBe(status.records);
  expect(kills).toBeGreaterThan(0);
});
