import type { WorkspaceCreateParams } from '@parlance/schemas';
import type { StagedChanges } from '../../server/organization.js';
import { admin } from '../sdk/admin.js';

/** A change that the user reviews on the page before it is applied. */
export type AdminChange =
  | ({ readonly kind: 'user' } & StagedChanges['users'][number])
  | ({ readonly kind: 'member' } & StagedChanges['members'][number])
  | { readonly kind: 'archiveWorkspace'; readonly id: string; readonly name: string }
  | { readonly kind: 'createWorkspace'; readonly params: WorkspaceCreateParams };

/** Returns the changes for a plan, which has no workspaces with data residency. */
export function stagedOf(changes: readonly AdminChange[]): StagedChanges {
  const staged: StagedChanges = { users: [], members: [], archived: [] };
  for (const { kind, ...change } of changes)
    if (kind === 'user') staged.users.push(change as StagedChanges['users'][number]);
    else if (kind === 'member') staged.members.push(change as StagedChanges['members'][number]);
    else if (kind === 'archiveWorkspace') staged.archived.push(change as StagedChanges['archived'][number]);
  return staged;
}

/** Applies a change that no plan can make. */
export function applyDirectly(change: AdminChange): Promise<unknown> | undefined {
  if (change.kind === 'createWorkspace') return admin.workspaces.create(change.params);
  return change.kind === 'archiveWorkspace' ? admin.workspaces.archive(change.id) : undefined;
}
