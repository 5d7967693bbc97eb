import { useEffect, useSyncExternalStore } from 'react';
import type { Problem } from '../../server/problem.js';
import { ask, problemFrom, watch } from '../rpc.js';

/** Between two questions whether the service is back; doubles from the first to the last. */
const WAITS_MS = [500, 1_000, 2_000, 4_000];

/** Between the loss of the server's word and the next attempt to hear it. */
const LISTEN_AGAIN_MS = 1_000;

/** Knows whether the service answers. After a connection failure it asks until it does, then tells who waits. */
class Outage {
  #problem: Problem | undefined;
  #watchers = new Set<() => void>();
  #waiters = new Set<() => void>();

  /** The failure that began the outage; undefined while the service answers. */
  get problem(): Problem | undefined {
    return this.#problem;
  }

  /** Takes note of a failed call; anything but a connection failure changes nothing. */
  report(problem: Problem): void {
    if (problem.kind !== 'connection' || this.#problem !== undefined) return;
    this.#set(problem);
    void this.#askUntilBack();
  }

  /** Calls back each time that the service is back. */
  onBack(listener: () => void): () => void {
    this.#waiters.add(listener);
    return () => this.#waiters.delete(listener);
  }

  /** Calls back on each change. */
  subscribe = (listener: () => void): (() => void) => {
    this.#watchers.add(listener);
    return () => this.#watchers.delete(listener);
  };

  async #askUntilBack(): Promise<void> {
    for (let round = 0; ; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, WAITS_MS[Math.min(round, WAITS_MS.length - 1)]));
      try {
        await ask('service.probe', null);
        break;
      } catch (error) {
        const problem = problemFrom(error);
        // A refusal is an answer too.
        if (problem.kind !== 'connection' && problem.kind !== 'deadline') break;
        this.#set(problem);
      }
    }
    this.#set(undefined);
    for (const waiter of this.#waiters) waiter();
  }

  #set(problem: Problem | undefined): void {
    this.#problem = problem;
    for (const watcher of this.#watchers) watcher();
  }
}

/** The one of this page. */
export const outage: Outage = new Outage();

/** The present outage, if any. */
export function useOutage(): Problem | undefined {
  return useSyncExternalStore(outage.subscribe, () => outage.problem);
}

/** Hears from the server when it cannot reach the service, also where a feed goes on by itself and no call fails. */
export function useReachability(): void {
  useEffect(() => {
    const stop = new AbortController();
    const listen = async (): Promise<void> => {
      while (!stop.signal.aborted) {
        try {
          for await (const code of watch('service.unreachable', null, stop.signal)) {
            outage.report({ kind: 'connection', code, message: 'The service cannot be reached.' });
          }
        } catch (error) {
          if (!stop.signal.aborted) outage.report(problemFrom(error));
        }
        await new Promise((resolve) => setTimeout(resolve, LISTEN_AGAIN_MS));
      }
    };
    void listen();
    return () => stop.abort();
  }, []);
}
