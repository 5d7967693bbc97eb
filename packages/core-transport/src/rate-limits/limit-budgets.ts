import { RemainingBudget, TokenBudget } from './budgets.js';
import type { PermitRequest, RateLimitResponse, RateLimitResult } from './rate-limiter.js';

/** Configured limits. */
export interface RateLimitValues {
  /** Maximum requests per minute, spread evenly. Default unlimited. */
  readonly requestsPerMinute?: number | undefined;
  /** Maximum input tokens per minute. Default unlimited. */
  readonly inputTokensPerMinute?: number | undefined;
  /** Maximum output tokens per minute. Default unlimited. */
  readonly outputTokensPerMinute?: number | undefined;
  /** Maximum concurrent requests; a stream counts until it ends. Default unlimited. */
  readonly maxConcurrent?: number | undefined;
}

/** What a request took from the budgets. */
export interface Cost {
  readonly input: number;
  readonly output: number;
  /** Running total of all requests up to and including this one. */
  readonly total: Amounts;
}

type Measure = 'requests' | 'tokens' | 'input_tokens' | 'output_tokens';
type Amounts = Readonly<Record<Measure, number>>;

interface Budget {
  delayMs(now: number, amount: number): number;
  take(now: number, amount: number): void;
  refund(now: number, amount: number): void;
}

/** The service rounds the remaining tokens that it reports. */
const TOKENS_ROUNDED_TO = 1000;
const MEASURES: readonly Measure[] = ['requests', 'tokens', 'input_tokens', 'output_tokens'];
/** Weight of the latest response in the average. */
const LATEST = 0.2;

/** The budgets of one limit: those that the user configured and those that the service reports. */
export class LimitBudgets {
  readonly #budgets: (readonly [Measure, Budget])[] = [];
  readonly #configured: (readonly [Measure, TokenBudget])[] = [];
  readonly #reported: Map<Measure, RemainingBudget> = new Map();
  #total: Amounts = { requests: 0, tokens: 0, input_tokens: 0, output_tokens: 0 };
  #hasResponse = false;
  /** The latest request whose response reported limits, as the number of requests up to it. */
  #updatedBy = 0;
  /** Output tokens of an average response; undefined before the first one. */
  #meanOutput: number | undefined;

  constructor(values: RateLimitValues) {
    this.#add('requests', values.requestsPerMinute);
    this.#add('input_tokens', values.inputTokensPerMinute);
    this.#add('output_tokens', values.outputTokensPerMinute);
  }

  /** Returns how long the request must wait, in milliseconds. */
  delayMs(request: PermitRequest, now: number): number {
    if (this.#budgets.length === 0) return 0;
    const amounts = this.#amounts(request);
    return this.#budgets.reduce(
      (delay, [measure, budget]) => Math.max(delay, budget.delayMs(now, amounts[measure])),
      0,
    );
  }

  /** Reserves what the request is expected to use. */
  take(request: PermitRequest, now: number): Cost {
    // Without budgets, only requests are counted: estimating tokens takes time.
    const amounts = this.#budgets.length === 0 ? ONE_REQUEST : this.#amounts(request);
    for (const [measure, budget] of this.#budgets) budget.take(now, amounts[measure]);
    this.#total = sum(this.#total, amounts);
    return { input: amounts.input_tokens, output: amounts.output_tokens, total: this.#total };
  }

  /** Adopts the limits that a response reports. */
  update(rateLimits: RateLimitResponse['rateLimits'], { total }: Cost, now: number): void {
    if (!this.#hasResponse) this.#firstResponse(now);
    if (total.requests < this.#updatedBy) return;
    for (const measure of MEASURES) {
      const reported = rateLimits[measure];
      if (reported === undefined) continue;
      this.#updatedBy = total.requests;
      let budget = this.#reported.get(measure);
      if (budget === undefined) {
        budget = new RemainingBudget(measure === 'requests' ? 1 : TOKENS_ROUNDED_TO);
        this.#reported.set(measure, budget);
        this.#budgets.push([measure, budget]);
      }
      budget.update(reported, now, this.#total[measure] - total[measure]);
    }
  }

  /** Replaces what a request reserved with what it used. */
  settle({ input, output }: Cost, result: RateLimitResult, now: number): void {
    const { status, inputTokens, outputTokens } = result;
    if (outputTokens !== null)
      this.#meanOutput =
        this.#meanOutput === undefined
          ? outputTokens
          : this.#meanOutput + LATEST * (outputTokens - this.#meanOutput);
    if (input + output === 0) return;
    const hasFailed = status === null || status >= 400;
    const unused = {
      requests: 0,
      ...withTokens(
        hasFailed ? input : input - (inputTokens ?? input),
        hasFailed ? output : output - (outputTokens ?? output),
      ),
    };
    for (const [measure, budget] of this.#budgets)
      if (unused[measure] !== 0) budget.refund(now, unused[measure]);
  }

  #add(measure: Measure, perMinute: number = Infinity): void {
    if (perMinute === Infinity) return;
    const budget = new TokenBudget(perMinute);
    this.#budgets.push([measure, budget]);
    this.#configured.push([measure, budget]);
  }

  /** Requests sent before the first response may have waited for the first connection, and have arrived only now. */
  #firstResponse(now: number): void {
    this.#hasResponse = true;
    if (this.#total.requests === 1) return;
    for (const [measure, budget] of this.#configured) budget.takeAgain(now, this.#total[measure]);
  }

  /** What a request is expected to use: few responses are as long as `max_tokens` allows. */
  #amounts({ estimatedInputTokens, maxOutputTokens }: PermitRequest): Amounts {
    const output = Math.min(maxOutputTokens, this.#meanOutput ?? maxOutputTokens);
    return { requests: 1, ...withTokens(estimatedInputTokens, output) };
  }
}

const ONE_REQUEST: Amounts = { requests: 1, tokens: 0, input_tokens: 0, output_tokens: 0 };

function withTokens(input: number, output: number): Omit<Amounts, 'requests'> {
  return { tokens: input + output, input_tokens: input, output_tokens: output };
}

function sum(one: Amounts, other: Amounts): Amounts {
  return {
    requests: one.requests + other.requests,
    tokens: one.tokens + other.tokens,
    input_tokens: one.input_tokens + other.input_tokens,
    output_tokens: one.output_tokens + other.output_tokens,
  };
}
