import type { Operation } from '@parlance/schemas/kit';

/**
 * Returns the name of the limit that a call most likely counts against.
 *
 * The documents do not specify limits. Assumption: messages and completions are limited per model; the Compliance API
 * and the Admin API have one limit each; managed agents have one for creates and one for everything else; other
 * resources have their own.
 */
export function limitName({ id, auth, replay }: Operation, body: unknown): string {
  if (auth === 'compliance-key') return 'compliance';
  if (auth === 'admin-key') return 'admin';
  if (id === 'messages.countTokens') return id;
  const [resource = id] = id.split('.', 1);
  if (replay === 'generate') {
    const model = (body as { readonly model?: unknown } | undefined)?.model;
    return typeof model === 'string' ? `${resource}/${model}` : resource;
  }
  if (OWN_LIMIT.has(resource)) return resource;
  return id.endsWith('.create') ? 'managed-agents/create' : 'managed-agents';
}

const OWN_LIMIT: ReadonlySet<string> = new Set([
  'messages',
  'completions',
  'models',
  'files',
  'skills',
  'environments',
]);

/** Average number of characters per token in ordinary text. */
const CHARACTERS_PER_TOKEN = 4;
/** Flat estimate for an image or document, whose size in bytes says little about its tokens. */
const ATTACHMENT_TOKENS = 1600;

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

/** Estimates the input tokens of a request body: one per four characters of text. */
function estimateTokens(value: unknown): number {
  return Math.ceil(charactersOf(value) / CHARACTERS_PER_TOKEN);
}

function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  if ((value as { readonly type?: unknown }).type === 'base64')
    return ATTACHMENT_TOKENS * CHARACTERS_PER_TOKEN;
  return Object.values(value).reduce<number>((sum, member) => sum + charactersOf(member), 0);
}
