import type { Parlance } from '@parlance/sdk';
import type { Fake, Fault, JournalEntry } from '@parlance/testing-fakes';
import type { Access } from './access.js';
import type { CallFailures } from './call-failures.js';
import type { Inspector } from './inspector.js';

/** The service connection behind the console's calls. */
export interface Backend {
  /** The clients of all four slices. They hold the API keys, which are never sent to the page. */
  readonly parlance: Parlance;
  readonly about: About;
  /** Who may use the console. Undefined for everyone on this machine, with the emulator, whose keys are not secret. */
  readonly access: Access | undefined;
  /** The emulator in this process, or undefined when connected to a service. */
  readonly emulator: Emulator | undefined;
  /** Controls the faults of the emulator, wherever it runs. Undefined when the service is not an emulator on this machine. */
  readonly control: EmulatorControl | undefined;
  /** Returns the service's time, in milliseconds since 1970. The emulator has its own clock. */
  now(): number;
  /** Reports responses that were interrupted. */
  readonly failures: CallFailures;
  /** The calls of the clients. */
  readonly inspector: Inspector;
  /** Closes the connections, and stops the emulator if there is one. */
  close(): Promise<void>;
}

/** The faults of an emulator, in this process or not. */
export interface EmulatorControl {
  /** Returns the most recent requests, oldest first. */
  journal(): Promise<readonly JournalEntry[]>;
  setFaults(faults: readonly Fault[]): Promise<void>;
}

/** The connection as the page shows it. */
export interface About {
  /** Host and port of the service. */
  readonly host: string;
  readonly baseUrl: string;
  /** Whether the service is the emulator in this process. */
  readonly emulator: boolean;
}

/** The emulator in this process. */
export interface Emulator extends EmulatorControl {
  readonly fake: Fake;
  /** Stops listening. The emulator keeps its state. */
  stop(): Promise<void>;
  /** Listens on the same port again. */
  start(): Promise<void>;
}
