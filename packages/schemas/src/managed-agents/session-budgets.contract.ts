/** Budgets of sessions, and what a session has cost. */
import * as z from 'zod';
import { typed } from '../kit/contract.js';
import {
  knownEnum,
  object,
  type ObjectSchema,
  openEnum,
  openObject,
  openUnion,
  type Schema,
} from '../kit/schema.js';
import type * as types from './session-budgets.js';

/**
 * An amount of money.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.3
 */
export const MonetaryAmount: ObjectSchema<types.MonetaryAmount> = openObject({
  /** Whole number of minor units, such as cents, without leading zeros: `2500` is 25 US dollars. */
  amount: z.string().regex(/^(0|[1-9]\d*)$/),
  /** ISO 4217 code of the currency. */
  currency: openEnum(['USD']),
});

/**
 * Most that a session may cost, at list prices.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.3
 */
export const SessionBudgetLimit: ObjectSchema<types.SessionBudgetLimit> = openObject({
  /** Cost at which the session stops. */
  max_list_cost: MonetaryAmount,
  type: z.literal('limit'),
});

const amount: ObjectSchema<types.MonetaryAmount> = object({
  amount: z.string().regex(/^[1-9]\d{0,9}$/, 'must be a whole number of cents, as text'),
  currency: knownEnum(['USD']),
});

/** Schema of {@link types.SessionBudgetLimit} in a request. */
export const SessionBudgetParams: ObjectSchema<types.SessionBudgetLimit> = typed(
  'SessionBudgetLimit',
  object({
    max_list_cost: typed('MonetaryAmount', amount),
    type: z.literal('limit'),
  }),
);

/** Budget of a session. */
export const SessionBudget: Schema<types.SessionBudget> = openUnion('type', [SessionBudgetLimit]);

/** Requests to tools that the service runs. */
export const SessionServerToolUsage: ObjectSchema<types.SessionServerToolUsage> = openObject({
  /** Web pages and files that were fetched. */
  web_fetch_requests: z.int().optional(),
  /** Web searches. */
  web_search_requests: z.int().optional(),
});

/** Tokens written to the cache, by lifetime of the cache entry. */
export const CacheCreationUsage: ObjectSchema<types.CacheCreationUsage> = openObject({
  /** Tokens cached for one hour. */
  ephemeral_1h_input_tokens: z.int().optional(),
  /** Tokens cached for five minutes. */
  ephemeral_5m_input_tokens: z.int().optional(),
});

/**
 * Usage of a session. The fields other than tokens are those of API versions after 2023-06-01, and of sessions with a budget.
 */
export const SessionUsage: ObjectSchema<types.SessionUsage> = openObject({
  /** Seconds spent running. */
  active_seconds: z.number().optional(),
  /** Tokens written to the cache, by lifetime. */
  cache_creation: CacheCreationUsage.optional(),
  /** Tokens read from the cache. */
  cache_read_input_tokens: z.int().optional(),
  /** Input tokens. */
  input_tokens: z.int().optional(),
  /** Cost at list prices; null or absent when unknown. */
  list_cost: MonetaryAmount.nullish(),
  /** Output tokens. */
  output_tokens: z.int().optional(),
  /** Requests to tools that the service runs; null or absent when unknown. */
  server_tool_use: SessionServerToolUsage.nullish(),
});
