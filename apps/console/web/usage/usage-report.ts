import type { CostBucket, UsageBucket, UsageResult } from '@parlance/schemas';
import { admin } from '../sdk/admin.js';

const DAY_MS = 86_400_000;

/** What a report is grouped by, how many days it covers, and the last of them. */
export interface UsageQuery {
  readonly by: 'model' | 'workspace';
  readonly days: number;
  /** The service's time, in milliseconds since 1970. */
  readonly now: number;
}

/** Amounts of one model or workspace on one day. */
export interface UsedOnDay {
  /** Name of the model or workspace; `Other` for costs that belong to none. */
  readonly name: string;
  /** Input tokens, cached or not. */
  readonly input: number;
  readonly output: number;
  /** US dollars. */
  readonly cost: number;
}

/** Usage and cost of one day, UTC. */
export interface UsageDay {
  /** Start of the day (RFC 3339). */
  readonly day: string;
  readonly used: readonly UsedOnDay[];
}

/** Adds up amounts. */
export function sumOf(used: readonly UsedOnDay[]): Omit<UsedOnDay, 'name'> {
  const sum = (of: (one: UsedOnDay) => number): number => used.reduce((total, one) => total + of(one), 0);
  return {
    input: sum(({ input }) => input),
    output: sum(({ output }) => output),
    cost: sum(({ cost }) => cost),
  };
}

/** Returns the name of the model or workspace that a row of a report is for. */
type NameOf = (row: Pick<UsageResult, 'model' | 'workspace_id'>) => string;

/** Loads usage and cost by day. */
export async function usageReport(
  { by, days, now }: UsageQuery,
  signal: AbortSignal,
): Promise<readonly UsageDay[]> {
  const today = Math.floor(now / DAY_MS);
  const period = {
    starting_at: new Date((today - days + 1) * DAY_MS).toISOString(),
    ending_at: new Date((today + 1) * DAY_MS).toISOString(),
    limit: 31,
  };
  const isByModel = by === 'model';
  const usageBy = isByModel ? ('model' as const) : ('workspace_id' as const);
  const costBy = isByModel ? ('description' as const) : ('workspace_id' as const);
  const [usage, costs, workspaces] = await Promise.all([
    Array.fromAsync(admin.usage.messages({ ...period, group_by: [usageBy] }, { signal })),
    Array.fromAsync(admin.cost.list({ ...period, group_by: [costBy] }, { signal })),
    Array.fromAsync(admin.workspaces.list({ limit: 1000, include_archived: true }, { signal })),
  ]);
  const names = new Map(workspaces.map(({ id, name }) => [id, name]));
  // The default workspace is not listed.
  const nameOf: NameOf = ({ model, workspace_id: id }) =>
    isByModel ? (model ?? 'Other') : (names.get(id ?? '') ?? 'Default workspace');
  return usage.map((day, index) => ({
    day: day.starting_at,
    used: usedOn(day, costs[index], nameOf),
  }));
}

function usedOn(day: UsageBucket, costs: CostBucket | undefined, nameOf: NameOf): UsedOnDay[] {
  const used = new Map<string, UsedOnDay>();
  const add = (name: string, more: Omit<UsedOnDay, 'name'>): void => {
    const { input, output, cost } = used.get(name) ?? { input: 0, output: 0, cost: 0 };
    used.set(name, {
      name,
      input: input + more.input,
      output: output + more.output,
      cost: cost + more.cost,
    });
  };
  for (const row of day.results) {
    const { ephemeral_1h_input_tokens: hour, ephemeral_5m_input_tokens: minutes } = row.cache_creation;
    const input = row.uncached_input_tokens + row.cache_read_input_tokens + hour + minutes;
    add(nameOf(row), { input, output: row.output_tokens, cost: 0 });
  }
  for (const row of costs?.results ?? [])
    add(nameOf(row), { input: 0, output: 0, cost: Number(row.amount) / 100 });
  return [...used.values()];
}
