import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { Problem } from '../server/problem.js';
import { api, call, latest, problemFrom } from './api.js';

/** Delays between probes while the service is unreachable. The last one repeats. */
const WAITS_MS = [500, 1_000, 2_000, 4_000];

/** Tracks whether the service is reachable. After a connection failure, probes until it is and notifies listeners. */
class Outage {
  #problem: Problem | undefined;
  #watchers = new Set<() => void>();
  #backListeners = new Set<() => void>();

  /** The latest connection failure, or undefined while the service is reachable. */
  get problem(): Problem | undefined {
    return this.#problem;
  }

  /** Reports a failed call. Only connection failures start an outage; other problems are ignored. */
  report(problem: Problem): void {
    if (problem.kind !== 'connection' || this.#problem !== undefined) return;
    this.#set(problem);
    void this.#probeUntilBack();
  }

  /** Calls `listener` each time an outage ends. Returns a function that unsubscribes. */
  onBack(listener: () => void): () => void {
    this.#backListeners.add(listener);
    return () => this.#backListeners.delete(listener);
  }

  /** Calls `listener` on each change of {@link problem}. Returns a function that unsubscribes. */
  subscribe = (listener: () => void): (() => void) => {
    this.#watchers.add(listener);
    return () => this.#watchers.delete(listener);
  };

  async #probeUntilBack(): Promise<void> {
    for (let round = 0; ; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, WAITS_MS[Math.min(round, WAITS_MS.length - 1)]));
      try {
        await call(api.service.probe);
        break;
      } catch (error) {
        const problem = problemFrom(error);
        // An error response proves that the service is reachable.
        if (problem.kind !== 'connection' && problem.kind !== 'deadline') break;
        this.#set(problem);
      }
    }
    this.#set(undefined);
    for (const listener of this.#backListeners) listener();
  }

  #set(problem: Problem | undefined): void {
    this.#problem = problem;
    for (const watcher of this.#watchers) watcher();
  }
}

/** The outage tracker shared by all pages. */
export const outage: Outage = new Outage();

/** Returns the problem of the current outage, if any. */
export function useOutage(): Problem | undefined {
  return useSyncExternalStore(outage.subscribe, () => outage.problem);
}

/**
 * Subscribes to the server's reports that the service is unreachable. Needed because feeds reconnect on the server, so
 * no call of the page fails.
 */
export function useReachability(): void {
  const { data: code, dataUpdatedAt } = useQuery(latest(api.service.unreachable));
  useEffect(() => {
    if (code !== undefined)
      outage.report({ kind: 'connection', code, message: 'The service cannot be reached.' });
    // The same code is reported again for each outage.
  }, [code, dataUpdatedAt]);
}
