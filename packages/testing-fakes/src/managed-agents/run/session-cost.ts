/**
 * What sessions cost at list prices, and the budgets that limit it.
 *
 * Rules: SLA-002.
 */
import type { MonetaryAmount, SessionBudget, SessionUsage, SpanModelUsage } from '@parlance/schemas';
import { listCostUnits, UNITS_PER_CENT } from '../../usage/cost-items.js';
import type { World } from '../../world/world.js';
import type { RunContext } from './run-context.js';
import type { ToolCall } from './session.js';
import type { StoredSession } from './session-state.js';

/** Adds the cost of a model request. */
export function addRequestCost({ session }: RunContext, model: string, usage: SpanModelUsage): void {
  session.run.costUnits = (session.run.costUnits ?? 0) + Number(listCostUnits(model, { usage }));
}

/** Counts a call of a tool that the service runs on the network. */
export function countToolCall({ session }: RunContext, { name }: ToolCall): void {
  const { run } = session;
  if (name === 'web_fetch') run.webFetches = (run.webFetches ?? 0) + 1;
  if (name !== 'web_search') return;
  run.webSearches = (run.webSearches ?? 0) + 1;
  run.costUnits =
    (run.costUnits ?? 0) + Number(listCostUnits(session.agent.model.id, { usage: {}, searches: 1 }));
}

/** Returns whether the cost of a session has reached its budget. */
export function isBudgetReached({ budget, run }: StoredSession): boolean {
  const limit = limitOf(budget);
  return limit !== undefined && (run.costUnits ?? 0) >= Number(limit.amount) * Number(UNITS_PER_CENT);
}

/** Emulated sessions have budgets of one kind only. */
function limitOf(budget: SessionBudget | null | undefined): MonetaryAmount | undefined {
  return budget?.type === 'limit' ? (budget.max_list_cost as MonetaryAmount) : undefined;
}

/** Returns the usage of a session, with its cost and tools. */
export function wholeUsage(world: World, { usage, run }: StoredSession): SessionUsage {
  const since = run.runningSince === null ? 0 : world.clock.now() - run.runningSince;
  return {
    ...usage,
    active_seconds: (run.activeMs + since) / 1000,
    list_cost: {
      amount: String(Math.floor((run.costUnits ?? 0) / Number(UNITS_PER_CENT))),
      currency: 'USD',
    },
    server_tool_use: {
      web_fetch_requests: run.webFetches ?? 0,
      web_search_requests: run.webSearches ?? 0,
    },
  };
}
