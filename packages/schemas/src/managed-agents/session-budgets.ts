/** Budgets of sessions, and what a session has cost. */
import type { OpenEnum, UnknownMember } from '../kit/open.js';

/**
 * An amount of money.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.3
 */
export interface MonetaryAmount {
  /** Whole number of minor units, such as cents, without leading zeros: `2500` is 25 US dollars. */
  amount: string;
  /** ISO 4217 code of the currency. */
  currency: OpenEnum<'USD'>;
}

/**
 * Most that a session may cost, at list prices.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.3
 */
export interface SessionBudgetLimit {
  /** Cost at which the session stops. */
  max_list_cost: MonetaryAmount;
  /** Always `limit`. */
  type: 'limit';
}

/** Budget of a session. */
export type SessionBudget = SessionBudgetLimit | UnknownMember;

/** Requests to tools that the service runs. */
export interface SessionServerToolUsage {
  /** Web pages and files that were fetched. */
  web_fetch_requests?: number | undefined;
  /** Web searches. */
  web_search_requests?: number | undefined;
}
