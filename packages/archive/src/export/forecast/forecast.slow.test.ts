/** Forecasts and remaining times of three organizations, against the truth of the emulator, in virtual time. */
import type { Permit } from '@parlance/core-transport';
import type { ExportEstimate, ExportProgress, ExportStatus } from '../../index.js';
import { activities, chats, directory, messages } from '../../index.js';
import { describe, expect, test } from 'vitest';
import { exportWorld, START, type ExportWorld } from '../../testing/export-world.js';
import { recordsOf, THREE_ORGANIZATIONS } from '../../testing/three-organizations.js';

/** What `start` assumes of a service that reports no limit: a request each 200 ms. */
const REQUEST_MS = 200;

const OPTIONS = {
  sources: [directory(), activities(), chats(), messages()],
  activities: { window: '1d', history: '30d', from: new Date(START - 100 * 86_400_000).toISOString() },
} as const;

interface Observed extends Pick<ExportProgress, 'remainingMs'> {
  readonly atMs: number;
}

/** Exports an organization whose requests take virtual time. Now and then, they wait until progress was reported. */
class PacedExport {
  readonly seen: Observed[] = [];
  readonly #world: ExportWorld;
  readonly #every: number;
  #requests = 0;
  #next: PromiseWithResolvers<void> | undefined;

  constructor(world: ExportWorld, every: number) {
    this.#world = world;
    this.#every = every;
  }

  get nowMs(): number {
    return this.#world.fake.world().clock.now();
  }

  explain(order: 'people-first' | 'newest-first'): Promise<ExportEstimate> {
    const compliance = this.#world.client();
    return this.#world.define({ ...OPTIONS, order }).explain({ compliance, historyDays: 100 });
  }

  run(order: 'people-first' | 'newest-first'): Promise<ExportStatus> {
    const client = this.#world.client({ rateLimiter: { acquire: () => this.#acquire() } });
    return this.#world.run({ ...OPTIONS, order }, client, (event) => {
      if (event.type !== 'progress') return;
      this.seen.push({ remainingMs: event.remainingMs, atMs: this.nowMs });
      this.#next?.resolve();
      this.#next = undefined;
    });
  }

  async #acquire(): Promise<Permit> {
    this.#world.fake.world().clock.advance(REQUEST_MS);
    this.#requests += 1;
    // Nothing is reported during the planning.
    if (this.seen.length > 0 && this.#requests % this.#every === 0) this.#next ??= Promise.withResolvers();
    await this.#next?.promise;
    return { release: () => {} };
  }
}

describe.each(Object.entries(THREE_ORGANIZATIONS))('an organization with %s', (_, { people, every }) => {
  const worldOf = (): ExportWorld => exportWorld({ seed: 'empty', scenario: { records: recordsOf(people) } });

  test.each(['people-first', 'newest-first'] as const)(
    'ends when its progress says, within a fifth from the first tenth on: %s',
    async (order) => {
      const paced = new PacedExport(worldOf(), every);
      const estimate = await paced.explain(order);
      const begunMs = paced.nowMs;
      const status = await paced.run(order);
      const endedMs = paced.nowMs;
      const tookMs = endedMs - begunMs;
      const later = paced.seen.filter(({ atMs }) => atMs - begunMs >= tookMs / 10);
      expect(later.length).toBeGreaterThan(8);
      const errors = later.map(({ atMs, remainingMs }) => (atMs + remainingMs - endedMs) / tookMs);
      expect(Math.max(...errors.map(Math.abs))).toBeLessThan(0.2);
      const sent = tookMs / REQUEST_MS;
      expect(estimate.first.minDays / estimate.first.days).toBeLessThan(sent / estimate.first.total);
      expect(estimate.first.maxDays / estimate.first.days).toBeGreaterThan(sent / estimate.first.total);
      const { forecast } = status;
      expect(Math.abs(forecast?.error ?? 1)).toBeLessThan(0.2);
      expect(Date.parse(forecast?.earliestEndsAt ?? '')).toBeLessThan(endedMs);
      expect(Date.parse(forecast?.latestEndsAt ?? '')).toBeGreaterThan(endedMs - 1_000);
    },
  );
});
