/** Schemas of budgets of sessions. */
import * as z from 'zod';
import type { OpenEnum } from '../kit/open.js';
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

/** Schema of {@link types.MonetaryAmount}. */
export const MonetaryAmountSchema: ObjectSchema<types.MonetaryAmount> = openObject<types.MonetaryAmount>()({
  amount: z.string().regex(/^(0|[1-9]\d*)$/),
  currency: openEnum<'USD'>(),
});

/** Schema of {@link types.SessionBudgetLimit} in requests. */
export const SessionBudgetParamsSchema: ObjectSchema<types.SessionBudgetLimit> =
  object<types.SessionBudgetLimit>()({
    max_list_cost: object<types.MonetaryAmount>()({
      amount: z.string().regex(/^[1-9]\d{0,9}$/, 'must be a whole number of cents, as text'),
      currency: knownEnum<OpenEnum<'USD'>>()(['USD']),
    }),
    type: z.literal('limit'),
  });

/** Schema of {@link types.SessionBudget}. */
export const SessionBudgetSchema: Schema<types.SessionBudget> = openUnion<types.SessionBudget>()('type', {
  limit: openObject<types.SessionBudgetLimit>()({
    max_list_cost: MonetaryAmountSchema,
    type: z.literal('limit'),
  }),
});

/** Schema of {@link types.SessionServerToolUsage}. */
export const SessionServerToolUsageSchema: ObjectSchema<types.SessionServerToolUsage> =
  openObject<types.SessionServerToolUsage>()({
    web_fetch_requests: z.int().optional(),
    web_search_requests: z.int().optional(),
  });
