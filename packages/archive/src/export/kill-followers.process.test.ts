import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createFake } from '@parlance/testing-fakes';
import { expect, onTestFinished, test } from 'vitest';
import { openArchive, verifyArchive } from '../index.js';
import { linesOf, startCollector, type Respond } from '../testing/collector.js';
import { testFolder } from '../testing/export-world.js';
import { randomFrom } from '../testing/random-from.js';
import { bundleProgram, startProgram } from '../testing/start-program.js';

/** Kills for each kind of collector; `npm run test:scale` sets more. */
const KILLS = Number(process.env['PARLANCE_TEST_KILLS'] ?? 5);

/** Repeats the times of the kills, and what the collector does. */
const SEED = Number(process.env['PARLANCE_TEST_SEED'] ?? randomInt(1_000_000));

/** Runs an export to its end. A batch has few records, so that there are many requests. */
const PROGRAM = `
import { ComplianceClient } from '@parlance/compliance';
import { localRunner, openStore } from '@parlance/durable';
import { activities, defineExport, http, ndjson } from './index.ts';

const { COLLECTOR_URL: url, WAIT_MS: wait } = process.env;
const job = defineExport({
  sources: [activities()],
  activities: { window: '1d', history: '1d', recheck: [] },
  sinks: [
    ndjson({ dir: 'archive' }),
    http({ url, batch: { maxRecords: 4 }, timeoutMs: 500, retry: { maxAttempts: 50, baseDelayMs: 1, maxDelayMs: 1 } }),
  ],
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
    const fake = createFake({ seed: 'demo' });
    onTestFinished(() => fake.close());
    const { url: baseUrl } = await fake.listen({ port: 0 });
    const dir = testFolder();
    const program = await bundleProgram(PROGRAM, dir);
    const accepted = new Set<string>();
    let killAt = Infinity;
    const reached = { kill: (): unknown => undefined };
    const collector = await startCollector((response, seen, index) => {
      const ids = linesOf(seen.body).map(({ delivery_id: id }) => String(id));
      response.on('finish', () => {
        if (response.statusCode === 200) for (const id of ids) accepted.add(id);
        // The receiver has the records, and the store does not know.
        if (index >= killAt) reached.kill();
      });
      if (ids.some(isRejected)) response.writeHead(400).end('{"error":"not accepted"}');
      else respond(response, seen, index);
    });
    const env = {
      PARLANCE_BASE_URL: baseUrl,
      PARLANCE_COMPLIANCE_KEY: fake.keys.compliance,
      COLLECTOR_URL: collector.url,
    };
    const run = async (waitMs: number): Promise<number | null> => {
      const child = startProgram(program, { env: { ...env, WAIT_MS: String(waitMs) } });
      child.stdout?.resume();
      reached.kill = () => child.kill('SIGKILL');
      const [code] = (await once(child, 'exit')) as [number | null];
      return code;
    };
    let kills = 0;
    for (let attempt = 0; kills < KILLS && attempt < 3 * KILLS; attempt += 1) {
      killAt = collector.seen.length + Math.floor(random() * 3);
      kills += Number((await run(60_000)) === null);
    }
    killAt = Infinity;
    expect(kills).toBeGreaterThan(0);
    expect(await run(60_000)).toBe(0);

    const archive = path.join(dir, 'archive');
    expect(await verifyArchive(archive)).toMatchObject({ ok: true, problems: [] });
    const sealed = new Set<string>();
    for await (const { id, digest } of (await openArchive(archive)).activities())
      sealed.add(`activity/${id}/${digest.slice(0, 16)}`);
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
