/** Probes: what they test, and how they run. */
import { FaultServer, type Responder } from '../fault-server.ts';
import type { Observation } from './observe.ts';
import type { Client, Settings, Subject } from './subject.ts';
import { wireOf, type Wire } from './wire.ts';

/** A test of one behavior that runs with every library. */
export interface Probe {
  readonly id: string;
  /** The situation or feature that is tested. */
  readonly title: string;
  /** How it is tested and, unless obvious, what is expected. */
  readonly method: string;
  /** Whether it waits for deadlines of minutes. */
  readonly slow?: true;
  /** Runs the probe. Returns undefined if the library has nothing comparable. */
  observe(bench: Bench): Promise<Observation | undefined>;
}

/** Context of a probe. */
export interface Bench {
  readonly subject: Subject;
  readonly wire: Wire;
  /** Settings to change. Defaults to the library's own settings. */
  readonly settings?: Settings;
  /** How long a slow probe waits, in milliseconds. */
  readonly patienceMs: number;
}

/** Creates the bench of a library. */
export function benchFor(subject: Subject, patienceMs: number): Bench {
  return { subject, wire: wireOf(subject), patienceMs };
}

/** Runs a client against a server that uses the responders in order and repeats the last one. */
export async function meet<T>(
  { subject, settings }: Bench,
  responders: readonly Responder[],
  run: (client: Client, server: FaultServer) => Promise<T>,
): Promise<T> {
  await using server = await FaultServer.start(...responders);
  return await run(subject.connect(server.url, settings), server);
}

/** Observes with default settings. If that is not good, observes again with the library's option, and reports both. */
export async function withOption(
  bench: Bench,
  name: keyof Settings,
  observe: (bench: Bench) => Promise<Observation | undefined>,
): Promise<Observation | undefined> {
  const plain = await observe(bench);
  const option = bench.subject.options[name];
  if (!plain || plain.good || option === undefined) return plain;
  const enabled = await observe({ ...bench, settings: { [name]: true } });
  return enabled?.good ? { good: false, says: `${plain.says}; with \`${option}\` ${enabled.says}` } : plain;
}
