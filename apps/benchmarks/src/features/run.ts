/**
 * Entry point of the process that probes one library. Loads the library's module, runs every probe, and sends each
 * observation to the parent.
 */
import type { Serializable } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { callProbes } from './call-probes.ts';
import type { Observation } from './observe.ts';
import { benchFor, type Bench, type Probe } from './probe.ts';
import { streamProbes } from './stream-probes.ts';
import type { Subject } from './subject.ts';
import { trustProbes } from './trust-probes.ts';

/** Message to the parent with one observation. */
export interface Report {
  readonly probe: string;
  /** Null if the library has nothing comparable. */
  readonly observation: Observation | null;
}

/** All probes, in table order. */
export const probes: readonly Probe[] = [...streamProbes, ...callProbes, ...trustProbes];

if (process.send && process.argv[1] === fileURLToPath(import.meta.url)) {
  const [module = '', patienceMs = '', wanted = ''] = process.argv.slice(2);
  // Ignore rejections that libraries leave unhandled after an aborted stream; no probe is about them.
  process.on('unhandledRejection', () => undefined);
  const { subject } = (await import(module)) as { readonly subject: Subject };
  await observeAll(benchFor(subject, Number(patienceMs)), wanted === '' ? [] : wanted.split(','));
  process.exit();
}

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
