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
import type {
  MonetaryAmount,
  SessionBudget,
  SessionBudgetLimit,
  SessionServerToolUsage,
} from './session-budgets.js';

/** Schema of {@link MonetaryAmount}. */
export const MonetaryAmountSchema: ObjectSchema<MonetaryAmount> = openObject<MonetaryAmount>()({
  amount: z.string().regex(/^(0|[1-9]\d*)$/),
  currency: openEnum<'USD'>(),
});

/** Schema of {@link SessionBudgetLimit} in requests. */
export const SessionBudgetParamsSchema: ObjectSchema<SessionBudgetLimit> = object<SessionBudgetLimit>()({
  max_list_cost: object<MonetaryAmount>()({
    amount: z.string().regex(/^[1-9]\d{0,9}$/, 'must be a whole number of cents, as text'),
    currency: knownEnum<OpenEnum<'USD'>>()(['USD']),
  }),
  type: z.literal('limit'),
});

/** Schema of {@link SessionBudget}. */
export const SessionBudgetSchema: Schema<SessionBudget> = openUnion<SessionBudget>()('type', {
  limit: openObject<SessionBudgetLimit>()({ max_list_cost: MonetaryAmountSchema, type: z.literal('limit') }),
});

/** Schema of {@link SessionServerToolUsage}. */
export const SessionServerToolUsageSchema: ObjectSchema<SessionServerToolUsage> =
  openObject<SessionServerToolUsage>()({
    web_fetch_requests: z.int().optional(),
    web_search_requests: z.int().optional(),
  });
