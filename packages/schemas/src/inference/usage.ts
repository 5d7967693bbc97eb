/** Token usage of a reply. */
import type { OpenEnum, UnknownMember } from '../kit/open.js';
import type { Model } from './models.js';

/** Input tokens used to create cache entries, by lifetime of the entry. */
export interface CacheCreation {
  /** For entries with a lifetime of 1 hour. */
  ephemeral_1h_input_tokens: number;
  /** For entries with a lifetime of 5 minutes. */
  ephemeral_5m_input_tokens: number;
}

/** Uses of server tools. */
export interface ServerToolUsage {
  /** Number of web fetches. */
  web_fetch_requests: number;
  /** Number of web searches. */
  web_search_requests: number;
}

/** Token usage of one model pass. */
interface PassUsage {
  /** Input tokens used to create cache entries, by lifetime; null or absent when caching is off. */
  cache_creation?: CacheCreation | null | undefined;
  /** Input tokens used to create cache entries. */
  cache_creation_input_tokens: number;
  /** Input tokens read from the cache. */
  cache_read_input_tokens: number;
  /** Input tokens that were neither read from nor written to the cache. */
  input_tokens: number;
  /** Output tokens. */
  output_tokens: number;
}

/** Usage of a pass that generated the reply. */
export interface MessageIterationUsage extends PassUsage {
  /** Always `message`. */
  type: 'message';
}

/** Usage of a pass that generated a summary. */
export interface CompactionIterationUsage extends PassUsage {
  /** Always `compaction`. */
  type: 'compaction';
}

/** Usage of a pass of the advisor. */
export interface AdvisorIterationUsage extends PassUsage {
  /** Always `advisor_message`. */
  type: 'advisor_message';
  /** Model of the advisor. */
  model: Model;
}

/** Token usage of one of several passes. */
export type IterationUsage =
  MessageIterationUsage | CompactionIterationUsage | AdvisorIterationUsage | UnknownMember;

/**
 * Tokens used by a request.
 *
 * The total input is `input_tokens` + `cache_creation_input_tokens` + `cache_read_input_tokens`. Counts do not
 * correspond exactly to the visible content.
 *
 * @source inference > Usage
 */
export interface Usage {
  /** Input tokens used to create cache entries, by lifetime; null or absent when nothing was cached. */
  cache_creation?: CacheCreation | null | undefined;
  /** Input tokens used to create cache entries; null or absent when nothing was cached. */
  cache_creation_input_tokens?: number | null | undefined;
  /** Input tokens read from the cache; null or absent when nothing was read. */
  cache_read_input_tokens?: number | null | undefined;
  /** Region where inference ran; null or absent when not reported. */
  inference_geo?: string | null | undefined;
  /** Input tokens that were neither read from nor written to the cache. */
  input_tokens: number;
  /** Output tokens. Greater than zero even for an empty reply. */
  output_tokens: number;
  /** Uses of server tools; null or absent when the request had no server tools. */
  server_tool_use?: ServerToolUsage | null | undefined;
  /** Service tier of the request; null or absent when not reported. */
  service_tier?: OpenEnum<'standard' | 'priority' | 'batch'> | null | undefined;
  /** Usage of each pass, when there were several. Beta. */
  iterations?: IterationUsage[] | null | undefined;
  /** Speed of the request. Beta. */
  speed?: OpenEnum<'standard' | 'fast'> | null | undefined;
}

/**
 * Cumulative usage in a stream. A count that is null or absent has not changed.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.6
 */
export interface MessageDeltaUsage {
  /** Input tokens used to create cache entries. */
  cache_creation_input_tokens?: number | null | undefined;
  /** Input tokens read from the cache. */
  cache_read_input_tokens?: number | null | undefined;
  /** Input tokens that were neither read from nor written to the cache. */
  input_tokens?: number | null | undefined;
  /** Output tokens so far. */
  output_tokens: number;
  /** Uses of server tools. */
  server_tool_use?: ServerToolUsage | null | undefined;
  /** Usage of each pass, when there were several. Beta. */
  iterations?: IterationUsage[] | null | undefined;
}
