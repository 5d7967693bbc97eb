/** What is observed, and how. */
import { FaultServer, type Scene } from '../../../../packages/core-transport/src/testing/fault-server.ts';
import type { Observation } from './observe.ts';
import type { Client, Settings, Subject } from './subject.ts';
import { wireOf, type Wire } from './wire.ts';

/** One question to every library. */
export interface Probe {
  readonly id: string;
  /** What happens, or is wanted. */
  readonly title: string;
  /** How it is observed, in a sentence; what counts as good where that is not plain. */
  readonly method: string;
  /** It waits for deadlines of minutes. */
  readonly slow?: true;
  /** Undefined where the library has nothing of the kind. */
  observe(bench: Bench): Promise<Observation | undefined>;
}

/** What a probe works with. */
export interface Bench {
  readonly subject: Subject;
  readonly wire: Wire;
  /** Settings that the probe asks for. Default: those that the library comes with. */
  readonly settings?: Settings;
  /** How long a slow probe waits, in milliseconds. */
  readonly patienceMs: number;
}

/** Makes the bench of one library. */
export function benchFor(subject: Subject, patienceMs: number): Bench {
  return { subject, wire: wireOf(subject), patienceMs };
}

/** Lets a client meet a server that plays the scenes, the last one again and again. */
export async function meet<T>(
  { subject, settings }: Bench,
  scenes: readonly Scene[],
  run: (client: Client, server: FaultServer) => Promise<T>,
): Promise<T> {
  await using server = await FaultServer.start(...scenes);
  return await run(subject.connect(server.url, settings), server);
}

/** Without an option first; what it does with the option of that name is told beside it, where the library has one. */
export async function withOption(
  bench: Bench,
  name: keyof Settings,
  observe: (bench: Bench) => Promise<Observation | undefined>,
): Promise<Observation | undefined> {
  const plain = await observe(bench);
  const option = bench.subject.options[name];
  if (!plain || plain.good || option === undefined) return plain;
  const asked = await observe({ ...bench, settings: { [name]: true } });
  return asked?.good ? { good: false, says: `${plain.says}; with \`${option}\` ${asked.says}` } : plain;
}
