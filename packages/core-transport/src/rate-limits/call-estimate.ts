import type { Operation } from '@parlance/schemas/kit';
import { estimateTokens } from './estimate-tokens.js';
import { limitName } from './limit-name.js';

interface GenerateBody {
  readonly max_tokens?: unknown;
  readonly max_tokens_to_sample?: unknown;
  readonly system?: unknown;
  readonly messages?: unknown;
  readonly tools?: unknown;
  readonly prompt?: unknown;
}

/** Estimate, before a call is sent, of what it counts against a limit. */
export class CallEstimate {
  /** Name of the limit. */
  readonly limit: string;
  readonly #body: GenerateBody | undefined;
  #inputTokens: number | undefined;

  constructor(operation: Operation, body: unknown) {
    this.limit = limitName(operation, body);
    this.#body = operation.replay === 'generate' ? (body as GenerateBody) : undefined;
  }

  /** Computed once, and only if a rate limiter reads it. */
  get inputTokens(): number {
    if (this.#body === undefined) return 0;
    const { system, messages, tools, prompt } = this.#body;
    this.#inputTokens ??= estimateTokens([system, messages, tools, prompt]);
    return this.#inputTokens;
  }

  get maxOutputTokens(): number {
    const most = this.#body?.max_tokens ?? this.#body?.max_tokens_to_sample;
    return typeof most === 'number' ? most : 0;
  }
}
