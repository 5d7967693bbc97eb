import {
  InviteCreateParamsSchema,
  UserUpdateParamsSchema,
  WorkspaceCreateParamsSchema,
  WorkspaceMemberCreateParamsSchema,
} from '@parlance/schemas/validation';
import { Hono } from 'hono';
import * as z from 'zod';
import type { Backend } from './backend.js';
import { body, id } from './body.js';

const adminChange = z.discriminatedUnion('kind', [
  UserUpdateParamsSchema.extend({ kind: z.literal('role'), userId: id }),
  z.strictObject({ kind: z.literal('removeUser'), userId: id }),
  InviteCreateParamsSchema.extend({ kind: z.literal('invite') }),
  z.strictObject({ kind: z.literal('revokeInvite'), inviteId: id }),
  z.strictObject({ kind: z.literal('createWorkspace'), params: WorkspaceCreateParamsSchema }),
  z.strictObject({ kind: z.literal('archiveWorkspace'), workspaceId: id }),
  z.strictObject({
    kind: z.literal('addMember'),
    workspaceId: id,
    userId: id,
    role: WorkspaceMemberCreateParamsSchema.shape.workspace_role,
  }),
]);

/** A change that the user reviewed on the page and applied. */
export type AdminChange = z.infer<typeof adminChange>;

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
    .post('/members', body(z.strictObject({ workspaceId: id })), async (c) => {
      const { workspaceId } = c.req.valid('json');
      const { members } = parlance.admin.workspaces;
      const { signal } = c.req.raw;
      return c.json(await Array.fromAsync(members.list(workspaceId, { limit: 1000 }, { signal })));
    })
    .post('/apply', body(adminChange), async (c) => {
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
