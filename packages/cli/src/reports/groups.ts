/** Groups of usage and cost reports. */
import type { AdminClient } from '@parlance/admin';
import type { Workspace } from '@parlance/schemas/admin';
import { invalidArguments } from '../command-error.js';
import type { Row } from '../terminal/rows.js';

/** What a report can be grouped by. A team is the value of a tag of a workspace. */
export const GROUPS = ['month', 'day', 'team', 'workspace', 'key', 'model'] as const;

/** See {@link GROUPS}. */
export type Group = (typeof GROUPS)[number];

/** The fields of a result that groups come from. */
export interface GroupedResult {
  readonly workspace_id?: string | null | undefined;
  readonly api_key_id?: string | null | undefined;
  readonly model?: string | null | undefined;
}

/** Parses a list of groups, for an option. */
export function groups(text: string): readonly Group[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !GROUPS.includes(name as Group));
  if (unknown !== undefined)
    throw invalidArguments(
      `--by must list some of ${GROUPS.join(', ')}; received ${JSON.stringify(unknown)}.`,
    );
  // The names have been checked. Their order is that of GROUPS, and none is repeated.
  return GROUPS.filter((group) => names.includes(group));
}

/** Returns the cells of the groups of a result, in a bucket that starts at a time. */
export type CellsOf = (startingAt: string, result: GroupedResult) => Row;

/** Reads the names of workspaces and keys that the groups need. */
export async function readGroups(
  admin: AdminClient,
  { by, teamTag }: { readonly by: readonly Group[]; readonly teamTag: string },
  signal: AbortSignal,
): Promise<CellsOf> {
  const workspaces = new Map<string, Workspace>();
  const keys = new Map<string, string>();
  const all = { include_archived: true, include_default: true };
  if (by.includes('workspace') || by.includes('team'))
    for await (const workspace of admin.workspaces.list(all, { signal }))
      workspaces.set(workspace.id, workspace);
  if (by.includes('key'))
    for await (const { id, name } of admin.apiKeys.list({}, { signal })) keys.set(id, name);
  return (startingAt, { workspace_id = null, api_key_id = null, model = null }) => {
    const workspace = workspaces.get(workspace_id ?? '');
    const cells: Readonly<Record<Group, Row>> = {
      month: { month: startingAt.slice(0, 7) },
      day: { day: startingAt.slice(0, 10) },
      team: { team: workspace?.tags[teamTag] ?? null },
      workspace: { workspace_id, workspace: workspace?.name ?? null },
      key: { api_key_id, key: keys.get(api_key_id ?? '') ?? null },
      model: { model },
    };
    return Object.assign({}, ...by.map((group) => cells[group])) as Row;
  };
}

/** Results of a report with the same cells. */
export interface RowGroup<Result> {
  readonly cells: Row;
  readonly results: Result[];
}

/** Collects the results of a report by the cells of their rows, in the order of the cells. */
export async function collect<Result extends GroupedResult>(
  buckets: AsyncIterable<{ readonly starting_at: string; readonly results: readonly Result[] }>,
  cellsOf: CellsOf,
): Promise<readonly RowGroup<Result>[]> {
  const found = new Map<string, RowGroup<Result>>();
  for await (const { starting_at, results } of buckets)
    for (const result of results) {
      const cells = cellsOf(starting_at, result);
      const key = JSON.stringify(Object.values(cells));
      const group = found.get(key) ?? { cells, results: [] };
      group.results.push(result);
      found.set(key, group);
    }
  return [...found].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, group]) => group);
}
