/** Stops a command by Ctrl-C. */
import { EXIT_CODES, type ExitCode } from '../exit-codes.js';

/** A signal that stops a command. */
export type StopSignal = 'SIGINT' | 'SIGTERM';

/** The process, as {@link Interrupt} uses it. */
export interface StoppableProcess {
  on(event: StopSignal, listener: (signal: StopSignal) => void): unknown;
  off(event: StopSignal, listener: (signal: StopSignal) => void): unknown;
  exit(code: number): unknown;
}

/** Aborts a signal at the first SIGINT or SIGTERM, and ends the process at the second. */
export class Interrupt implements Disposable {
  readonly #controller = new AbortController();
  readonly #process: StoppableProcess;
  readonly #onStop: (signal: StopSignal) => void;
  #received: StopSignal | undefined;

  /**
   * @param process - The process.
   * @param onStop - Called at the first signal.
   */
  constructor(process: StoppableProcess, onStop: (signal: StopSignal) => void) {
    this.#process = process;
    this.#onStop = onStop;
    process.on('SIGINT', this.#stop);
    process.on('SIGTERM', this.#stop);
  }

  /** Aborts when the command must stop. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Name of the received signal. */
  get received(): StopSignal | undefined {
    return this.#received;
  }

  /** Exit code of a stopped command; undefined if it was not stopped. */
  get exitCode(): ExitCode | undefined {
    if (this.#received === undefined) return undefined;
    return this.#received === 'SIGINT' ? EXIT_CODES.interrupted : EXIT_CODES.terminated;
  }

  /** Removes the listeners. */
  [Symbol.dispose](): void {
    this.#process.off('SIGINT', this.#stop);
    this.#process.off('SIGTERM', this.#stop);
  }

  readonly #stop = (signal: StopSignal): void => {
    if (this.#received !== undefined) {
      this.#process.exit(this.exitCode ?? EXIT_CODES.interrupted);
      return;
    }
    this.#received = signal;
    this.#onStop(signal);
    this.#controller.abort(new Error(`stopped by ${signal}`));
  };
}
