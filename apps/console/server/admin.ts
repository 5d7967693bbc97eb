import type {
  AssignableRole,
  InviteCreateParams,
  NewWorkspaceRole,
  WorkspaceCreateParams,
} from '@parlance/schemas';
import { Hono } from 'hono';
import type { Backend } from './backend.js';
import { body } from './body.js';

/** A change that the user reviewed on the page and applied. */
export type AdminChange =
  | { readonly kind: 'role'; readonly userId: string; readonly role: AssignableRole }
  | { readonly kind: 'removeUser'; readonly userId: string }
  | ({ readonly kind: 'invite' } & InviteCreateParams)
  | { readonly kind: 'revokeInvite'; readonly inviteId: string }
  | { readonly kind: 'createWorkspace'; readonly params: WorkspaceCreateParams }
  | { readonly kind: 'archiveWorkspace'; readonly workspaceId: string }
  | {
      readonly kind: 'addMember';
      readonly workspaceId: string;
      readonly userId: string;
      readonly role: NewWorkspaceRole;
    };

/** Routes of the admin page. */
export function adminRoutes({ parlance, now }: Backend) {
  return new Hono()
    .post('/overview', async (c) => {
      const { signal } = c.req.raw;
      const client = parlance.admin;
      const [organization, users, invites, workspaces] = await Promise.all([
        client.organization.retrieve({ signal }),
        Array.fromAsync(client.users.list({ limit: 1000 }, { signal })),
        Array.fromAsync(client.invites.list({ limit: 1000 }, { signal })),
        Array.fromAsync(client.workspaces.list({ limit: 1000, include_archived: true }, { signal })),
      ]);
      /** `now` is the service's time, in milliseconds since 1970. */
      return c.json({ organization, users, invites, workspaces, now: now() });
    })
    .post('/members', body<{ readonly workspaceId: string }>(), async (c) => {
      const { workspaceId } = c.req.valid('json');
      const { members } = parlance.admin.workspaces;
      const { signal } = c.req.raw;
      return c.json(await Array.fromAsync(members.list(workspaceId, { limit: 1000 }, { signal })));
    })
    .post('/apply', body<AdminChange>(), async (c) => {
      await apply(c.req.valid('json'), parlance.admin);
      return c.body(null, 204);
    });
}

function apply(change: AdminChange, admin: Backend['parlance']['admin']): PromiseLike<unknown> {
  switch (change.kind) {
    case 'role':
      return admin.users.update(change.userId, { role: change.role });
    case 'removeUser':
      return admin.users.delete(change.userId);
    case 'invite':
      return admin.invites.create({ email: change.email, role: change.role });
    case 'revokeInvite':
      return admin.invites.delete(change.inviteId);
    case 'createWorkspace':
      return admin.workspaces.create(change.params);
    case 'archiveWorkspace':
      return admin.workspaces.archive(change.workspaceId);
    case 'addMember':
      return admin.workspaces.members.create(change.workspaceId, {
        user_id: change.userId,
        workspace_role: change.role,
      });
  }
}
