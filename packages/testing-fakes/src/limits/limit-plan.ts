/** The limits of a world and how much of them is used. */
import type { Operation } from '@parlance/schemas';
import { Refusal } from '../engine/refusal.js';
import type { Clock } from '../world/clock.js';
import { familyOf, type LimitFamily, type RateLimit, type RateLimits } from './rate-limits.js';
import { TokenBucket } from './token-bucket.js';

/** What one request may use, and has used, of the limits of its family. */
export interface Gauge {
  /** Takes one request. @throws {Refusal} 429 when a bucket is empty. */
  take(): void;
  /** Takes the tokens of an answer or event, if it tells any. */
  spend(answer: unknown): void;
  /** Header fields that tell limits, what remains, and when it is full again. */
  headers(): Readonly<Record<string, string>>;
}

/** How much of each limit is used, by family and measure; what is left out is unused. */
export type LimitsUsed = {
  readonly [Family in LimitFamily]?: Partial<Record<keyof RateLimit, number>> | undefined;
};

/** The limits of a world. */
export interface LimitPlan {
  /** The limits. */
  readonly limits: RateLimits;
  /**
   * Puts other limits in their place.
   *
   * @param used - How much of them is used. Default: nothing.
   */
  set(limits: RateLimits, used?: LimitsUsed): void;
  /** How much of them is used now. */
  used(): LimitsUsed;
  /** Gives the gauge of a request, undefined when nothing limits it. */
  gauge(operation: Operation): Gauge | undefined;
}

/**
 * Makes the plan of a world.
 *
 * @param clock - The world's time.
 * @param limits - Limits to begin with.
 */
export function createLimitPlan(clock: Clock, limits: RateLimits = {}): LimitPlan {
  let current = limits;
  let before: LimitsUsed = {};
  const gauges = new Map<LimitFamily, FamilyGauge>();
  function gaugeOf(family: LimitFamily, limit: RateLimit): FamilyGauge {
    let found = gauges.get(family);
    if (found === undefined) gauges.set(family, (found = new FamilyGauge(limit, clock, before[family])));
    return found;
  }
  return {
    get limits() {
      return current;
    },
    set(next, used = {}) {
      current = next;
      before = used;
      gauges.clear();
      // Made now: what is used flows back from now on, and not from the next request.
      for (const family of Object.keys(used) as LimitFamily[])
        if (next[family] !== undefined) gaugeOf(family, next[family]);
    },
    used: () => Object.fromEntries([...gauges].map(([family, gauge]) => [family, gauge.used()])),
    gauge(operation) {
      const family = familyOf(operation);
      const limit = current[family];
      return limit === undefined ? undefined : gaugeOf(family, limit);
    },
  };
}

type Measure = keyof RateLimit;
const MEASURES = ['requests', 'input_tokens', 'output_tokens'] as const;

class FamilyGauge implements Gauge {
  readonly #clock: Clock;
  readonly #buckets = new Map<Measure, TokenBucket>();

  constructor(limit: RateLimit, clock: Clock, used: LimitsUsed[LimitFamily] = {}) {
    this.#clock = clock;
    const now = clock.now();
    for (const measure of MEASURES) {
      const perMinute = limit[measure];
      if (perMinute === undefined) continue;
      const bucket = new TokenBucket(perMinute, now);
      bucket.take(used[measure] ?? 0, now);
      this.#buckets.set(measure, bucket);
    }
  }

  used(): Partial<Record<Measure, number>> {
    const now = this.#clock.now();
    return Object.fromEntries(
      [...this.#buckets].map(([measure, bucket]) => [measure, bucket.capacity - bucket.level(now)]),
    );
  }

  take(): void {
    const now = this.#clock.now();
    for (const [measure, bucket] of this.#buckets) {
      if (bucket.level(now) < 1) throw this.#refusal(measure, bucket.waitMs(1, now));
    }
    this.#buckets.get('requests')?.take(1, now);
  }

  spend(answer: unknown): void {
    const used = usageOf(answer);
    if (used === undefined) return;
    const now = this.#clock.now();
    this.#buckets.get('input_tokens')?.take(used.input, now);
    this.#buckets.get('output_tokens')?.take(used.output, now);
  }

  headers(): Readonly<Record<string, string>> {
    const now = this.#clock.now();
    const headers: Record<string, string> = {};
    for (const [measure, bucket] of this.#buckets) {
      const name = `vendor-ratelimit-${measure.replace('_', '-')}`;
      headers[`${name}-limit`] = String(bucket.capacity);
      headers[`${name}-remaining`] = shown(measure, bucket.level(now));
      headers[`${name}-reset`] = new Date(now + bucket.waitMs(bucket.capacity, now)).toISOString();
    }
    return headers;
  }

  #refusal(measure: Measure, waitMs: number): Refusal {
    return new Refusal({
      status: 429,
      type: 'rate_limit_error',
      rule: null,
      message: `The limit of ${measure.replace('_', ' ')} per minute is used up.`,
      headers: { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))) },
    });
  }
}

/** Token counts are told in thousands, as the service does; requests exactly. */
function shown(measure: Measure, level: number): string {
  const whole = Math.max(0, Math.floor(level));
  return String(measure === 'requests' || whole < 1000 ? whole : Math.floor(whole / 1000) * 1000);
}

interface Usage {
  readonly input_tokens?: number | null;
  readonly cache_creation_input_tokens?: number | null;
  readonly output_tokens?: number | null;
}

/** The tokens that an answer or event of a stream adds: the start tells the input, the end the whole output. */
function usageOf(answer: unknown): { readonly input: number; readonly output: number } | undefined {
  const told = answer as { type?: unknown; usage?: Usage; message?: { usage?: Usage } } | null;
  const start = told?.type === 'message_start' ? told.message?.usage : undefined;
  if (start !== undefined) return { input: inputOf(start), output: 0 };
  const usage = told?.usage;
  if (usage === undefined) return undefined;
  const output = usage.output_tokens ?? 0;
  return told?.type === 'message_delta' ? { input: 0, output } : { input: inputOf(usage), output };
}

function inputOf(usage: Usage): number {
  return (usage.input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0);
}
