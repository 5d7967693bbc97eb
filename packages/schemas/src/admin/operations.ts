/** The operations of organization administration, by id. */
import { inviteOperations } from './invites.js';
import { organizationOperations } from './organization.js';
import { userOperations } from './users.js';
import { workspaceMemberOperations } from './workspace-members.js';
import { workspaceOperations } from './workspaces.js';

/** Type of {@link adminOperations}. */
export type AdminOperations = typeof organizationOperations &
  typeof inviteOperations &
  typeof userOperations &
  typeof workspaceOperations &
  typeof workspaceMemberOperations;

/** The operations of organization administration, by id. */
export const adminOperations: AdminOperations = {
  ...organizationOperations,
  ...inviteOperations,
  ...userOperations,
  ...workspaceOperations,
  ...workspaceMemberOperations,
};
