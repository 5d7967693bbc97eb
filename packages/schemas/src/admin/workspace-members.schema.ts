/** Schemas of workspace members. */
import * as z from 'zod';
import { idPage } from '../kit/paging.schema.js';
import { object, type ObjectSchema, openEnum, openObject, rule, type SchemasFor } from '../kit/schema.js';
import { AdminPageParamsSchema } from './id-page-params.schema.js';
import type * as types from './workspace-members.js';
import type { workspaceMemberOperations } from './operations.js';

const NEW_ROLES = [
  'workspace_user',
  'workspace_developer',
  'workspace_restricted_developer',
  'workspace_admin',
] as const satisfies readonly types.NewWorkspaceRole[];

/** Schema of {@link types.WorkspaceMember}. */
export const WorkspaceMemberSchema: ObjectSchema<types.WorkspaceMember> = openObject<types.WorkspaceMember>()(
  {
    type: z.literal('workspace_member'),
    user_id: z.string().min(1),
    workspace_id: z.string().startsWith('wrkspc_'),
    workspace_role: openEnum<types.AnyWorkspaceRole>(),
  },
);

/** Schema of {@link types.WorkspaceMemberCreateParams}. */
export const WorkspaceMemberCreateParamsSchema: ObjectSchema<types.WorkspaceMemberCreateParams> =
  object<types.WorkspaceMemberCreateParams>()({
    user_id: rule('ADM-092', z.string().min(1)),
    workspace_role: rule('ADM-093', z.enum(NEW_ROLES)),
  });

/** Schema of {@link types.WorkspaceMemberUpdateParams}. */
export const WorkspaceMemberUpdateParamsSchema: ObjectSchema<types.WorkspaceMemberUpdateParams> =
  object<types.WorkspaceMemberUpdateParams>()({
    workspace_role: rule('GEN-025', z.enum([...NEW_ROLES, 'workspace_billing'])),
  });

/** Schema of {@link types.DeletedWorkspaceMember}. */
export const DeletedWorkspaceMemberSchema: ObjectSchema<types.DeletedWorkspaceMember> =
  openObject<types.DeletedWorkspaceMember>()({
    type: z.literal('workspace_member_deleted'),
    user_id: z.string(),
    workspace_id: z.string(),
  });

/** Schemas of the operations on workspace members, by id. */
export const workspaceMemberSchemas: SchemasFor<typeof workspaceMemberOperations> = {
  'workspaces.members.create': { body: WorkspaceMemberCreateParamsSchema, response: WorkspaceMemberSchema },
  'workspaces.members.retrieve': { response: WorkspaceMemberSchema },
  'workspaces.members.list': { query: AdminPageParamsSchema, response: idPage(WorkspaceMemberSchema) },
  'workspaces.members.update': { body: WorkspaceMemberUpdateParamsSchema, response: WorkspaceMemberSchema },
  'workspaces.members.delete': { response: DeletedWorkspaceMemberSchema },
};
