/** Schemas of workspace members. */
import * as z from 'zod';
import { idPage } from '../kit/paging.schema.js';
import { object, type ObjectSchema, openEnum, openObject, rule, type SchemasFor } from '../kit/schema.js';
import { AdminPageParamsSchema } from './id-page-params.schema.js';
import type {
  AnyWorkspaceRole,
  DeletedWorkspaceMember,
  NewWorkspaceRole,
  WorkspaceMember,
  WorkspaceMemberCreateParams,
  workspaceMemberOperations,
  WorkspaceMemberUpdateParams,
} from './workspace-members.js';

const NEW_ROLES = [
  'workspace_user',
  'workspace_developer',
  'workspace_restricted_developer',
  'workspace_admin',
] as const satisfies readonly NewWorkspaceRole[];

/** Schema of {@link WorkspaceMember}. */
export const WorkspaceMemberSchema: ObjectSchema<WorkspaceMember> = openObject<WorkspaceMember>()({
  type: z.literal('workspace_member'),
  user_id: z.string().min(1),
  workspace_id: z.string().startsWith('wrkspc_'),
  workspace_role: openEnum<AnyWorkspaceRole>(),
});

/** Schema of {@link WorkspaceMemberCreateParams}. */
export const WorkspaceMemberCreateParamsSchema: ObjectSchema<WorkspaceMemberCreateParams> =
  object<WorkspaceMemberCreateParams>()({
    user_id: rule('ADM-092', z.string().min(1)),
    workspace_role: rule('ADM-093', z.enum(NEW_ROLES)),
  });

/** Schema of {@link WorkspaceMemberUpdateParams}. */
export const WorkspaceMemberUpdateParamsSchema: ObjectSchema<WorkspaceMemberUpdateParams> =
  object<WorkspaceMemberUpdateParams>()({
    workspace_role: rule('GEN-025', z.enum([...NEW_ROLES, 'workspace_billing'])),
  });

/** Schema of {@link DeletedWorkspaceMember}. */
export const DeletedWorkspaceMemberSchema: ObjectSchema<DeletedWorkspaceMember> =
  openObject<DeletedWorkspaceMember>()({
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
