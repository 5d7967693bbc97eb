/** Groups of usage and cost reports. */
import type { AdminClient } from '@parlance/admin';
import { CommandError } from '../command-error.js';
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
    throw new CommandError(
      'invalid_arguments',
      `--by must list some of ${GROUPS.join(', ')}; received ${JSON.stringify(unknown)}.`,
    );
  // The names have been checked. Their order is that of GROUPS, and none is repeated.
  return GROUPS.filter((group) => names.includes(group));
}

/** Makes the first cells of rows, with the names of workspaces and keys. */
export class RowGroups {
  readonly #by: readonly Group[];
  readonly #teamTag: string;
  readonly #workspaces: Map<
    string,
    { readonly name: string; readonly tags: Readonly<Record<string, string>> }
  > = new Map();
  readonly #keys: Map<string, string> = new Map();

  private constructor(by: readonly Group[], teamTag: string) {
    this.#by = by;
    this.#teamTag = teamTag;
  }

  /** Reads the names that the groups need. */
  static async read(
    admin: AdminClient,
    { by, teamTag }: { readonly by: readonly Group[]; readonly teamTag: string },
    signal: AbortSignal,
  ): Promise<RowGroups> {
    const groups = new RowGroups(by, teamTag);
    if (by.includes('workspace') || by.includes('team'))
      for await (const workspace of admin.workspaces.list(
        { include_archived: true, include_default: true },
        { signal },
      ))
        groups.#workspaces.set(workspace.id, workspace);
    if (by.includes('key'))
      for await (const { id, name } of admin.apiKeys.list({}, { signal })) groups.#keys.set(id, name);
    return groups;
  }

  /** Returns the cells of the groups of a result, in a bucket that starts at a time. */
  cellsOf(startingAt: string, { workspace_id, api_key_id, model }: GroupedResult): Row {
    const workspace = this.#workspaces.get(workspace_id ?? '');
    const cells: Readonly<Record<Group, Row>> = {
      month: { month: startingAt.slice(0, 7) },
      day: { day: startingAt.slice(0, 10) },
      team: { team: workspace?.tags[this.#teamTag] ?? null },
      workspace: { workspace_id: workspace_id ?? null, workspace: workspace?.name ?? null },
      key: { api_key_id: api_key_id ?? null, key: this.#keys.get(api_key_id ?? '') ?? null },
      model: { model: model ?? null },
    };
    return Object.assign({}, ...this.#by.map((group) => cells[group])) as Row;
  }
}
