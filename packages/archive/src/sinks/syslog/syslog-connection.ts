import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { AbortedError } from '@parlance/core-transport';
import { SinkError } from '../sink-error.js';

/** A connection to a receiver, for writing only. */
export class SyslogConnection {
  readonly #socket: TLSSocket;
  readonly #place: string;
  readonly #signal: AbortSignal;
  readonly #closed: Promise<void>;
  /** Time from the start to the end of the handshake, in milliseconds. It is longer than a round trip. */
  readonly #handshakeMs: Promise<number>;
  #isEnding = false;
  #hasEnded = false;
  #problem: string | undefined;

  /** @param timeoutMs - How long the receiver may make no progress, in milliseconds. */
  constructor(options: ConnectionOptions, timeoutMs: number, signal: AbortSignal) {
    const started = performance.now();
    const socket = connect(options);
    this.#socket = socket;
    this.#place = `${options.host}:${options.port}`;
    this.#signal = signal;
    this.#closed = new Promise((resolve) => socket.once('close', () => resolve()));
    this.#handshakeMs = new Promise((resolve) =>
      socket.once('secureConnect', () => resolve(performance.now() - started)),
    );
    socket.on('error', ({ message }) => (this.#problem ??= message));
    socket.once('end', () => (this.#hasEnded = this.#isEnding));
    socket.setTimeout(timeoutMs, () => {
      this.#problem ??= `made no progress in ${timeoutMs} ms`;
      socket.destroy();
    });
    // Receivers send nothing, but the end of a connection is seen only when it is read.
    socket.resume();
    const stop = (): void => this.destroy();
    signal.addEventListener('abort', stop, { once: true });
    socket.once('close', () => signal.removeEventListener('abort', stop));
    if (signal.aborted) stop();
  }

  /** Writes text. Resolves once the connection takes more. */
  async write(text: string): Promise<void> {
    if (this.#socket.writable && !this.#socket.write(text))
      await Promise.race([once(this.#socket, 'drain').catch(() => {}), this.#closed]);
    if (!this.#socket.writable) throw this.#error();
  }

  /**
   * Waits until the receiver has read everything, and has closed the connection in turn. If it closes the connection first, it may not have read the end:
   * that would be seen within a round trip.
   */
  async end(): Promise<void> {
    const roundTrip = this.#handshakeMs.then((milliseconds) => sleep(milliseconds));
    await Promise.race([roundTrip, this.#closed]);
    if (!this.#socket.writable) throw this.#error();
    this.#isEnding = true;
    this.#socket.end();
    await this.#closed;
    if (!this.#hasEnded || this.#problem !== undefined) throw this.#error();
  }

  /** Closes the connection immediately. */
  destroy(): void {
    this.#socket.destroy();
  }

  #error(): Error {
    if (this.#signal.aborted)
      return new AbortedError(
        { operation: 'syslog sink', attempts: [], requestId: null },
        this.#signal.reason,
      );
    const problem = this.#problem ?? 'the receiver closed the connection';
    return new SinkError('sink_unavailable', `${this.#place}: ${problem}`);
  }
}
