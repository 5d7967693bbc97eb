/**
 * `npm run bench`: measures every budget and writes `docs/benchmarks/`. Options:
 *
 * - `--rounds N`: rounds per comparison, 15 by default.
 * - `--features`: runs the probes instead and writes `docs/benchmarks/features.md`. Waits for deadlines up to
 *   `--patience` seconds, 960 by default.
 * - `--loops`: compares agent loops instead and writes `docs/benchmarks/agent-loops.md`.
 * - `--provider`: runs programs of the AI SDK with two providers instead and writes `docs/benchmarks/ai-sdk-provider.md`.
 * - `--limits`: sends batches under rate limits instead and writes `docs/benchmarks/rate-limits.md`.
 * - `--batches`: sends a million requests through `runBatch` instead and writes `docs/benchmarks/batches.md`; `--requests N`
 *   sends fewer and writes nothing.
 * - `--archive`: exports organizations instead and writes `docs/benchmarks/archive.md`; `--chats N` makes the largest smaller, and
 *   writes nothing.
 * - `--follow`: follows activities for `--minutes` (10 by default) instead and writes `docs/benchmarks/follow.md`.
 * - `--workers`: compares workers of sessions instead and writes `docs/benchmarks/workers.md`.
 * - `--only a,b`: measures only rows whose ID starts with a prefix, or a section (`client` or `emulator`), and replaces
 *   only these in `docs/benchmarks`.
 */
import { parseArgs } from 'node:util';
import { archive } from './archive/run-archive.ts';
import { batches } from './batches/run-batches.ts';
import { clientSection } from './client/client.ts';
import { own, peers } from './contenders/index.ts';
import { emulatorSection } from './emulator/emulator.ts';
import { follow } from './follow/run-follow.ts';
import { features } from './features/features.ts';
import { limits } from './limits/run-limits.ts';
import { loops } from './loops/loops.ts';
import { installPeers } from './peers.ts';
import { verdict } from './report/markdown.ts';
import { providerPage } from './provider/provider-page.ts';
import { publish } from './report/publish.ts';
import { measuredNow, type MeasuredRow, type Section } from './report/results.ts';
import type { Row } from './report/row.ts';
import { workers } from './workers/run-workers.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string' },
    only: { type: 'string' },
    features: { type: 'boolean', default: false },
    limits: { type: 'boolean', default: false },
    loops: { type: 'boolean', default: false },
    provider: { type: 'boolean', default: false },
    batches: { type: 'boolean', default: false },
    archive: { type: 'boolean', default: false },
    follow: { type: 'boolean', default: false },
    workers: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '10' },
    chats: { type: 'string', default: '100000' },
    requests: { type: 'string', default: '1000000' },
    patience: { type: 'string', default: '960' },
  },
});
const rounds = Number(values.rounds ?? 15);
const only = values.only?.split(',') ?? [];

if (!values.batches && !values.archive && !values.follow) await installPeers();
if (values.features) {
  await features({ patienceMs: Number(values.patience) * 1000, only });
} else if (values.loops) {
  await loops(only);
} else if (values.provider) {
  await providerPage();
} else if (values.batches) {
  await batches(Number(values.requests));
} else if (values.archive) {
  await archive({ chats: Number(values.chats), rounds: Number(values.rounds ?? 3) });
} else if (values.follow) {
  await follow(Number(values.minutes));
} else if (values.workers) {
  await workers();
} else if (values.limits) {
  await limits(only);
} else {
  const sections = await measure();
  publish(sections, only.length === 0);
  console.log(`${Math.ceil(performance.now() / 60_000)} minutes`);
  process.exitCode = sections.some(({ rows }) => rows.some(({ passed }) => passed === false)) ? 1 : 0;
}

async function measure(): Promise<Section[]> {
  const done: Section[] = [];
  if (only.length === 0 || only.some((name) => name !== 'emulator'))
    done.push(await clientSection({ contenders: [...own, ...peers()], rounds, wanted, record }));
  if (only.length === 0 || only.includes('emulator')) done.push(await emulatorSection(rounds, record));
  return done;
}

/** Selects rows of the client. */
function wanted(id: string): boolean {
  return only.length === 0 || only.includes('client') || only.some((start) => id.startsWith(start));
}

function record(row: Row): MeasuredRow {
  console.log(`${verdict(row).padEnd(8)} ${row.figure.padEnd(14)} ${row.budget.padEnd(10)} ${row.title}`);
  return { ...row, measured: measuredNow(rounds) };
}
