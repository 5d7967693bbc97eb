import { setTimeout as delay } from 'node:timers/promises';
import type { Lease } from '@parlance/durable';
import type { RunContext } from '../state/run-context.js';
import { Follower } from './follower.js';

/** The followers of a run, in the process that coordinates it. */
export class Followers {
  readonly #followers: readonly Follower[];
  readonly #works: readonly Promise<void>[];
  readonly #stop: AbortController;
  readonly #signal: AbortSignal;

  private constructor(followers: readonly Follower[], stop: AbortController, signal: AbortSignal) {
    this.#followers = followers;
    this.#works = followers.map((follower) => follower.work());
    this.#stop = stop;
    this.#signal = signal;
  }

  /** Starts to deliver what is certified. Sinks that were removed from the definition are no longer followers. */
  static async start(context: RunContext, lease: Lease): Promise<Followers> {
    const { tables, definition, sinks } = context;
    const opened = sinks.archive === undefined ? [] : sinks.followers;
    const names = opened.map(({ sink }) => sink.name);
    const rows = tables.updateTable('archive_followers').where('export', '=', definition.name);
    await rows.set({ defined: 0 }).execute();
    if (names.length > 0) await rows.set({ defined: 1 }).where('name', 'in', names).execute();
    const stop = new AbortController();
    const run = { ...context, signal: AbortSignal.any([context.signal, stop.signal]) };
    const followers = opened.map((one) => new Follower(run, lease, one));
    return new Followers(followers, stop, context.signal);
  }

  /** Something was certified. */
  wake(): void {
    for (const follower of this.#followers) follower.wake();
  }

  /**
   * Waits until everything is delivered, after the last certificate.
   *
   * @param remoteMs - How long to wait for remote ones. Those that are not done continue in the next run.
   */
  async end(remoteMs: number): Promise<void> {
    for (const follower of this.#followers) follower.end();
    const timer = new AbortController();
    const bound = delay(remoteMs, undefined, { signal: AbortSignal.any([timer.signal, this.#signal]) });
    const local = this.#works.filter((_, index) => this.#followers[index]?.isRemote !== true);
    await Promise.all([...local, Promise.race([Promise.all(this.#works), bound.catch(() => {})])]);
    timer.abort();
    await this.stop();
  }

  /** Stops them. Certificates that were not acknowledged are delivered again. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error('The followers were stopped.'));
    await Promise.all(this.#works);
  }
}
