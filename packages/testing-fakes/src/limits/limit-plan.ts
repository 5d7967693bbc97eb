/** The rate limits of a world and their usage. */
import type { Gauge } from '../engine/gauge.js';
import { Refusal } from '../engine/refusal.js';
import type { Plan } from '../scenario/scenario-part.js';
import type { Clock } from '../world/clock.js';
import type { World } from '../world/world.js';
import type { LimitUsed, RateLimit } from './rate-limit.js';
import { TokenBucket } from './token-bucket.js';

type ByFamily<T> = Readonly<Record<string, T | undefined>>;

/** The rate limits of a world, by the name of what they limit. Its progress is the capacity used at the moment. */
export interface LimitPlan extends Plan<ByFamily<RateLimit>, ByFamily<LimitUsed>> {
  /** Returns the usage of a family's limits; undefined when it is not limited. */
  gauge(family: string): Gauge | undefined;
}

/** Returns the rate limits of a world. */
export function limitPlanOf({ whole }: World): LimitPlan {
  return whole.local('limits', () => createLimitPlan(whole.clock));
}

function createLimitPlan(clock: Clock): LimitPlan {
  let current: ByFamily<RateLimit> = {};
  let initiallyUsed: ByFamily<LimitUsed> = {};
  const gauges = new Map<string, FamilyGauge>();
  function gaugeOf(family: string, limit: RateLimit): FamilyGauge {
    let found = gauges.get(family);
    if (found === undefined)
      gauges.set(family, (found = new FamilyGauge(limit, clock, initiallyUsed[family])));
    return found;
  }
  return {
    get value() {
      return current;
    },
    set(next, used = {}) {
      current = next;
      initiallyUsed = used;
      gauges.clear();
      // Create the buckets now, so that they refill from now on and not from the next request.
      for (const family of Object.keys(used)) if (next[family] !== undefined) gaugeOf(family, next[family]);
    },
    progress: () => Object.fromEntries([...gauges].map(([family, gauge]) => [family, gauge.used()])),
    gauge(family) {
      const limit = current[family];
      return limit === undefined ? undefined : gaugeOf(family, limit);
    },
  };
}

/**
 * Creates the limits of a group of requests.
 *
 * @param limit - The limits.
 * @param clock - Clock of the world.
 */
export function createGauge(limit: RateLimit, clock: Clock): Gauge {
  return new FamilyGauge(limit, clock);
}

type Measure = keyof RateLimit;
const MEASURES = ['requests', 'input_tokens', 'output_tokens'] as const;
const SECOND_MS = 1000;

class FamilyGauge implements Gauge {
  readonly #clock: Clock;
  readonly #buckets = new Map<(typeof MEASURES)[number], TokenBucket>();
  readonly #toolUses: TokenBucket | undefined;

  constructor(limit: RateLimit, clock: Clock, used: LimitUsed = {}) {
    this.#clock = clock;
    const now = clock.now();
    for (const measure of MEASURES) {
      const perMinute = limit[measure];
      if (perMinute === undefined) continue;
      const bucket = new TokenBucket(perMinute, now);
      bucket.take(used[measure] ?? 0, now);
      this.#buckets.set(measure, bucket);
    }
    if (limit.tool_uses === undefined) return;
    this.#toolUses = new TokenBucket(limit.tool_uses, now, SECOND_MS);
    this.#toolUses.take(used.tool_uses ?? 0, now);
  }

  used(): LimitUsed {
    const now = this.#clock.now();
    const all =
      this.#toolUses === undefined
        ? this.#buckets
        : [...this.#buckets, ['tool_uses', this.#toolUses] as const];
    return Object.fromEntries(
      [...all].map(([measure, bucket]) => [measure, bucket.capacity - bucket.level(now)]),
    );
  }

  useTool(): boolean {
    const now = this.#clock.now();
    if (this.#toolUses === undefined) return true;
    if (this.#toolUses.level(now) < 1) return false;
    this.#toolUses.take(1, now);
    return true;
  }

  take(): void {
    const now = this.#clock.now();
    for (const [measure, bucket] of this.#buckets) {
      if (bucket.level(now) < 1) throw this.#refusal(measure, bucket.waitMs(1, now));
    }
    this.#buckets.get('requests')?.take(1, now);
  }

  spend(result: unknown): void {
    const used = usageOf(result);
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
      headers[`${name}-remaining`] = remaining(measure, bucket.level(now));
      headers[`${name}-reset`] = new Date(now + bucket.waitMs(bucket.capacity, now)).toISOString();
    }
    return headers;
  }

  #refusal(measure: Measure, waitMs: number): Refusal {
    return new Refusal({
      status: 429,
      type: 'rate_limit_error',
      rule: null,
      message: `Rate limit exceeded: ${measure.replace('_', ' ')} per minute.`,
      headers: { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))) },
    });
  }
}

/** Like the service, rounds token counts down to thousands and reports requests exactly. */
function remaining(measure: Measure, level: number): string {
  const whole = Math.max(0, Math.floor(level));
  return String(measure === 'requests' || whole < 1000 ? whole : Math.floor(whole / 1000) * 1000);
}

interface Usage {
  readonly input_tokens?: number | null;
  readonly cache_creation_input_tokens?: number | null;
  readonly output_tokens?: number | null;
}

/**
 * Returns the tokens to count for a response or event. In a stream, `message_start` reports the input tokens and
 * `message_delta` the total output tokens.
 */
function usageOf(result: unknown): { readonly input: number; readonly output: number } | undefined {
  const value = result as { type?: unknown; usage?: Usage; message?: { usage?: Usage } } | null;
  const start = value?.type === 'message_start' ? value.message?.usage : undefined;
  if (start !== undefined) return { input: inputOf(start), output: 0 };
  const usage = value?.usage;
  if (usage === undefined) return undefined;
  const output = usage.output_tokens ?? 0;
  return value?.type === 'message_delta' ? { input: 0, output } : { input: inputOf(usage), output };
}

function inputOf(usage: Usage): number {
  return (usage.input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0);
}
