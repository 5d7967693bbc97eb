import type { StopSignal, StoppableProcess } from '../terminal/interrupt.js';

type Listener = (signal: StopSignal) => void;

/** The signals of the process, in a thread. The thread that has the process ends it at the second one. */
export class ThreadSignals implements StoppableProcess {
  readonly #listeners: Map<StopSignal, Listener> = new Map();
  /** Received before somebody listened. */
  #pending: StopSignal | undefined;

  on(signal: StopSignal, listener: Listener): void {
    this.#listeners.set(signal, listener);
    if (this.#pending === signal) queueMicrotask(() => listener(signal));
  }

  off(signal: StopSignal): void {
    this.#listeners.delete(signal);
  }

  exit(): void {}

  /** Passes a signal to the listener. */
  receive(signal: StopSignal): void {
    this.#pending = signal;
    this.#listeners.get(signal)?.(signal);
  }
}
