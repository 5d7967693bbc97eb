import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { authority } from '@parlance/testing/certificate';
import { createFake } from '@parlance/testing-fakes';
import { expect, onTestFinished, test } from 'vitest';
import { openArchive, verifyArchive } from '../index.js';
import { linesOf, startCollector, type Respond } from '../testing/collector.js';
import { testFolder } from '../testing/export-world.js';
import { HEC_TOKEN, startHec } from '../testing/hec-server.js';
import { randomFrom } from '../testing/random-from.js';
import { bundleProgram, startProgram } from '../testing/start-program.js';
import { startSyslog } from '../testing/syslog-server.js';

/** Kills for each kind of collector; `npm run test:scale` sets more. */
const KILLS = Number(process.env['PARLANCE_TEST_KILLS'] ?? 5);

/** Repeats the times of the kills, and what the collector does. */
const SEED = Number(process.env['PARLANCE_TEST_SEED'] ?? randomInt(1_000_000));

/** Runs an export to its end. A batch has few records, so that there are many requests. */
const PROGRAM = `
import { ComplianceClient } from '@parlance/compliance';
import { localRunner, openStore } from '@parlance/durable';
import { activities, defineExport, http, ndjson, splunk, syslog } from './index.ts';

const { COLLECTOR_URL: url, SYSLOG_PORT: port, AUTHORITY: ca, TOKEN: token, WAIT_MS: wait } = process.env;
const retry = { maxAttempts: 50, baseDelayMs: 1, maxDelayMs: 1 };
const batch = { maxRecords: 4 };
const sink = token
  ? splunk({ url, token, batch, retry })
  : port
    ? syslog({ host: '127.0.0.1', port: Number(port), tls: { ca }, batch })
    : http({ url, batch, timeoutMs: 500, retry });
const job = defineExport({
  sources: [activities()],
  activities: { window: '1d', history: '1d', recheck: [] },
  sinks: [ndjson({ dir: 'archive' }), sink],
});
const store = await openStore('sqlite:./store.db');
const runner = localRunner({ store, pollIntervalMs: 20 });
const run = await job.start({ compliance: new ComplianceClient(), store, runner, followersWaitMs: Number(wait) });
const { state, failures } = await run.done;
console.log(JSON.stringify({ state, failures }));
await runner.stop();
await store.close();
process.exit(0);
`;

const EVERYTHING = () => true;
const random = randomFrom(SEED);

test.each<readonly [string, (id: string) => boolean, Respond]>([
  ['accepts everything', () => false, (response) => response.writeHead(200).end()],
  [
    'rejects a tenth',
    (id) => id.charCodeAt(id.length - 1) % 10 === 0,
    (response) => response.writeHead(200).end(),
  ],
  ['rejects everything', EVERYTHING, (response) => response.writeHead(200).end()],
  [
    'answers half of the time',
    () => false,
    (response) =>
      random() < 0.5 ? response.destroy() : response.writeHead(random() < 0.5 ? 200 : 503).end(),
  ],
])(
  `with a collector that %s, kills lose no record (seed ${SEED})`,
  async (_what, isRejected, respond) => {
    const killed = await startKilled();
    const accepted = new Set<string>();
    const collector = await startCollector((response, seen, index) => {
      const ids = linesOf(seen.body).map(({ delivery_id: id }) => String(id));
      response.on('finish', () => {
        if (response.statusCode === 200) for (const id of ids) accepted.add(id);
        // The receiver has the records, and the store does not know.
        killed.count(index);
      });
      if (ids.some(isRejected)) response.writeHead(400).end('{"error":"not accepted"}');
      else respond(response, seen, index);
    });
    await killed.run({ COLLECTOR_URL: collector.url });

    const { archive, sealed } = await sealedIn(killed.dir);
    const folder = path.join(archive, 'followers/http');
    const rejected: string[] = [];
    let counted = 0;
    for (const name of await readdir(folder)) {
      const text = await readFile(path.join(folder, name), 'utf8');
      if (name.endsWith('.ndjson')) rejected.push(...linesOf(text).map(({ id }) => String(id)));
      else {
        const { listed, delivered, rejected: refused } = JSON.parse(text) as Record<string, number>;
        expect(listed).toBe(delivered! + refused!);
        counted += listed!;
      }
    }
    expect(counted).toBe(sealed.size);
    expect(rejected.toSorted()).toEqual([...sealed].filter(isRejected).sort());
    expect([...accepted].sort()).toEqual([...sealed].filter((id) => !isRejected(id)).sort());
  },
  120_000 + KILLS * 30_000,
);

/** A receiver that loses some of what it is sent. */
interface LossyReceiver {
  readonly env: Readonly<Record<string, string>>;
  /** Stable ids of what it has. */
  readonly ids: () => Iterable<string>;
}

const idIn = (text: string): string => (JSON.parse(text) as { delivery_id: string }).delivery_id;

async function lossySplunk(onRequest: () => void): Promise<LossyReceiver> {
  const hec = await startHec({
    stores: () => random() < 0.97,
    intercept: (_request, response) => {
      response.on('finish', onRequest);
      if (random() < 0.8) return false;
      response.destroy();
      return true;
    },
  });
  return {
    env: { COLLECTOR_URL: hec.url, TOKEN: HEC_TOKEN },
    ids: () => hec.events.map(({ event }) => String(event['delivery_id'])),
  };
}

async function lossySyslog(onRequest: () => void): Promise<LossyReceiver> {
  const server = await startSyslog();
  server.resets = () => random() < 0.02;
  server.onConnection = (socket) => {
    socket.once('end', onRequest);
    return false;
  };
  return {
    env: { SYSLOG_PORT: String(server.port), AUTHORITY: authority },
    ids: () => server.messages.map((message) => idIn(message.slice(message.indexOf('{')))),
  };
}

test.each([
  ['splunk', lossySplunk],
  ['syslog', lossySyslog],
])(
  `with a receiver of %s that loses some of it, kills lose no record (seed ${SEED})`,
  async (_what, start) => {
    const killed = await startKilled();
    let requests = 0;
    const receiver = await start(() => killed.count(requests++));
    await killed.run(receiver.env);
    const { sealed } = await sealedIn(killed.dir);
    expect([...new Set(receiver.ids())].sort()).toEqual([...sealed].sort());
  },
  120_000 + KILLS * 30_000,
);

/** An export that is killed while its receiver works, and then runs to its end. */
async function startKilled() {
  const fake = createFake({ seed: 'demo' });
  onTestFinished(() => fake.close());
  const { url } = await fake.listen({ port: 0 });
  const dir = testFolder();
  const program = await bundleProgram(PROGRAM, dir);
  let [killAt, seen] = [Infinity, 0];
  let kill: () => unknown = () => undefined;
  const runOnce = async (env: Readonly<Record<string, string>>): Promise<number | null> => {
    const service = {
      PARLANCE_BASE_URL: url,
      PARLANCE_COMPLIANCE_KEY: fake.keys.compliance,
      WAIT_MS: '600000',
    };
    const child = startProgram(program, { env: { ...service, ...env } });
    child.stdout?.resume();
    kill = () => child.kill('SIGKILL');
    const [code] = (await once(child, 'exit')) as [number | null];
    return code;
  };
  return {
    dir,
    /** The receiver has completed a request. */
    count(index: number): void {
      seen = index + 1;
      if (index >= killAt) kill();
    },
    async run(env: Readonly<Record<string, string>>): Promise<void> {
      let kills = 0;
      for (let attempt = 0; kills < KILLS && attempt < 3 * KILLS; attempt += 1) {
        killAt = seen + Math.floor(random() * 3);
        kills += Number((await runOnce(env)) === null);
      }
      killAt = Infinity;
      expect(kills).toBeGreaterThan(0);
      expect(await runOnce(env)).toBe(0);
    },
  };
}

/** Stable ids of the activities of a valid archive. */
async function sealedIn(dir: string): Promise<{ archive: string; sealed: ReadonlySet<string> }> {
  const archive = path.join(dir, 'archive');
  expect(await verifyArchive(archive)).toMatchObject({ ok: true, problems: [] });
  const sealed = new Set<string>();
  for await (const { id, digest } of (await openArchive(archive)).activities())
    sealed.add(`activity/${id}/${digest.slice(0, 16)}`);
  return { archive, sealed };
}
