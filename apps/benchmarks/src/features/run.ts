/**
 * Entry point of the process that probes one library. Loads the library's module, runs every probe, and sends each
 * observation to the parent.
 */
import type { Serializable } from 'node:child_process';
import type { Observation } from '@parlance/testing/probes/observe';
import { benchFor, type Bench, type Probe } from '@parlance/testing/probes/probe';
import { probes } from '@parlance/testing/probes/probes';
import type { Subject } from '@parlance/testing/probes/subject';

/** Message to the parent with one observation. */
export interface Report {
  readonly probe: string;
  /** Null if the library has nothing comparable. */
  readonly observation: Observation | null;
}

const [module = '', patienceMs = '', wanted = ''] = process.argv.slice(2);
// Ignore rejections that libraries leave unhandled after an aborted stream; no probe is about them.
process.on('unhandledRejection', () => undefined);
const { subject } = (await import(module)) as { readonly subject: Subject };
await observeAll(benchFor(subject, Number(patienceMs)), wanted === '' ? [] : wanted.split(','));
process.exit();

/** Runs slow probes concurrently, and the others one by one, because they expect immediate outcomes. */
async function observeAll(bench: Bench, wanted: readonly string[]): Promise<void> {
  const selected = probes.filter(
    ({ id }) => wanted.length === 0 || wanted.some((start) => id.startsWith(start)),
  );
  const slow = selected.filter((probe) => probe.slow).map((probe) => observe(probe, bench));
  for (const probe of selected) if (!probe.slow) await observe(probe, bench);
  await Promise.all(slow);
}

async function observe(probe: Probe, bench: Bench): Promise<void> {
  await send({ probe: probe.id, observation: (await probe.observe(bench)) ?? null } satisfies Report);
}

function send(message: Serializable): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, () => resolve());
  });
}
