/**
 * One library in a process of its own: takes its module as an argument, lets it meet every probe, and sends each
 * observation to the parent as it is made.
 */
import type { Serializable } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { callProbes } from './call-probes.ts';
import type { Observation } from './observe.ts';
import { benchFor, type Bench, type Probe } from './probe.ts';
import { streamProbes } from './stream-probes.ts';
import type { Subject } from './subject.ts';
import { trustProbes } from './trust-probes.ts';

/** What the parent is told. */
export interface Report {
  readonly probe: string;
  /** Null where the library has nothing of the kind. */
  readonly observation: Observation | null;
}

/** Every probe, in the order of the table. */
export const probes: readonly Probe[] = [...streamProbes, ...callProbes, ...trustProbes];

if (process.send && process.argv[1] === fileURLToPath(import.meta.url)) {
  const [module = '', patienceMs = '', wanted = ''] = process.argv.slice(2);
  // What a library leaves behind when a stream was broken off is not what is observed here.
  process.on('unhandledRejection', () => undefined);
  const { subject } = (await import(module)) as { readonly subject: Subject };
  await observeAll(benchFor(subject, Number(patienceMs)), wanted === '' ? [] : wanted.split(','));
  if (subject.extras) await tell({ extras: await subject.extras() });
  process.exit();
}

/** The slow probes side by side, the others one after the other, because they are about what happens at once. */
async function observeAll(bench: Bench, wanted: readonly string[]): Promise<void> {
  const chosen = probes.filter(
    ({ id }) => wanted.length === 0 || wanted.some((start) => id.startsWith(start)),
  );
  const slow = chosen.filter((probe) => probe.slow).map((probe) => observe(probe, bench));
  for (const probe of chosen) if (!probe.slow) await observe(probe, bench);
  await Promise.all(slow);
}

async function observe(probe: Probe, bench: Bench): Promise<void> {
  await tell({ probe: probe.id, observation: (await probe.observe(bench)) ?? null } satisfies Report);
}

function tell(message: Serializable): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, () => resolve());
  });
}
