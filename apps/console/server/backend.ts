import type { Parlance } from '@parlance/sdk';
import type { Fake } from '@parlance/testing-fakes';
import type { CallFailures } from './call-failures.js';

/** What the calls of the console work with. */
export interface Backend {
  /** The client of all four slices. It holds the keys; nothing of them leaves this process towards the page. */
  readonly parlance: Parlance;
  /** Where it is connected to. */
  readonly about: About;
  /** The emulator of this process; undefined when the console is connected to a service. */
  readonly emulator: Emulator | undefined;
  /** The service's time, in milliseconds since 1970: the emulator's is its own. */
  now(): number;
  /** Tells of answers that broke off. */
  readonly failures: CallFailures;
  /** Ends everything. */
  close(): Promise<void>;
}

/** What the page says about the connection. */
export interface About {
  /** Host and port of the service. */
  readonly host: string;
  /** Whether it is the emulator of this process. */
  readonly emulator: boolean;
}

/** The emulator of this process, as the service page handles it. */
export interface Emulator {
  readonly fake: Fake;
  /** Closes its port; what it knows stays. */
  stop(): Promise<void>;
  /** Opens the same port again. */
  start(): Promise<void>;
}
