/** Options of the AI SDK that are specific to this provider, under the key `parlance`. */
import type { SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { MessageParams } from '@parlance/inference';
import type { CacheControl, ContentBlock, TextCitation, ToolCaller } from '@parlance/schemas/inference';

/**
 * Options of a call, as `providerOptions.parlance`: fields of the request in their wire form, for example `thinking`,
 * `metadata`, `service_tier`, `mcp_servers` or `cache_control`. They replace what the AI SDK's settings would send, except that
 * `tools` are added to the tools of the call: use it for tools that the service runs.
 */
export type ParlanceCallOptions = Partial<Omit<MessageParams, 'model' | 'messages'>>;

/** Options of a message, a part of a message or a tool, as `providerOptions.parlance`. */
export interface ParlancePartOptions {
  /** Caches the prompt up to and including this part. On a message, it applies to the last part. */
  readonly cache_control?: CacheControl | null | undefined;
  /** Title of a document. Default: its file name. */
  readonly title?: string | undefined;
  /** Context of a document, such as its origin. Never cited. */
  readonly context?: string | undefined;
  /** On a document: whether the reply may cite it, default false. On a text of an earlier reply: its citations. */
  readonly citations?: boolean | readonly TextCitation[] | undefined;
  /** Caller of a tool, of an earlier reply. */
  readonly caller?: ToolCaller | undefined;
  /** Signature of a reasoning part of an earlier reply. */
  readonly signature?: string | undefined;
  /** Data of a redacted reasoning part of an earlier reply. */
  readonly redacted_data?: string | undefined;
  /** Block of an earlier reply, such as a call of a tool that the service runs. It replaces the part. */
  readonly block?: ContentBlock | undefined;
  /** Block of an earlier reply without its `content`, which is the output of the part. */
  readonly result?: { readonly type: string; readonly tool_use_id: string } | undefined;
  /** Index of the block in its reply. */
  readonly index?: number | undefined;
  /** Fields of a block of an earlier reply that this version does not know. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
}

/** Key of the options and the metadata of this provider. */
export const PROVIDER = 'parlance';

/** Returns the options of a call. */
export function callOptionsOf(options: SharedV4ProviderOptions | undefined): ParlanceCallOptions {
  return (options?.[PROVIDER] ?? {}) as ParlanceCallOptions;
}

/** Returns the options of a part. */
export function partOptionsOf(part: { providerOptions?: SharedV4ProviderOptions }): ParlancePartOptions {
  return (part.providerOptions?.[PROVIDER] ?? {}) as ParlancePartOptions;
}

/** Returns the citations of a text of an earlier reply as fields of a block. */
export function replyCitations(part: { providerOptions?: SharedV4ProviderOptions }): {
  citations?: TextCitation[];
} {
  const { citations } = partOptionsOf(part);
  return Array.isArray(citations) ? { citations: citations as TextCitation[] } : {};
}

/** Returns the cache control of a part as fields of a block. */
export function cachingOf(part: { providerOptions?: SharedV4ProviderOptions }): {
  cache_control?: CacheControl;
} {
  const { cache_control } = partOptionsOf(part);
  return cache_control == null ? {} : { cache_control };
}
