import type {
  ActionKinds,
  AddMemberAction,
  CurrentState,
  InviteAction,
  ReinviteAction,
  RemoveMemberAction,
  SendContext,
  SetMemberAction,
  WorkspaceFields,
  WorkspaceReference,
} from './action.js';
import type { Workspace } from '@parlance/admin';
import { foldEmail } from './desired-state.js';
import { findWorkspace, inheritedRole, pendingInvites } from './organization-state.js';
import { ReconcileError } from './reconcile-error.js';
import { isAssignable, isWorkspaceRole } from './roles.js';

type OfMember = AddMemberAction | SetMemberAction | RemoveMemberAction;

const isUser = ({ byEmail }: CurrentState, email: string): boolean => byEmail.has(foldEmail(email));

/** An invite that is pending with the right role is enough, and so is a person who has accepted one. */
function invited(state: CurrentState, { email, role }: InviteAction | ReinviteAction): boolean {
  const pending = pendingInvites(state, email);
  return isUser(state, email) || (pending.length > 0 && pending.every((invite) => invite.role === role));
}

async function cancel(email: string, { admin, state, signal }: SendContext): Promise<void> {
  for (const { id } of pendingInvites(state, email)) await admin.invites.delete(id, { signal });
}

/** The person and the workspace of an action. */
function memberOf({
  workspace,
  workspace_id,
  known,
  email,
  user_id,
}: OfMember): Omit<AddMemberAction, 'action' | 'to' | 'inherits'> {
  return { workspace, workspace_id, known, email, user_id };
}

/** Returns the role that somebody was assigned in a workspace: not the one that a role in the organization brings. */
function roleOf(action: OfMember, state: CurrentState): string | undefined {
  const { user_id: user } = action;
  if (inheritedRole(state.users.get(user)?.role) !== undefined) return undefined;
  const workspace = findWorkspace(action, state);
  return workspace && state.members.get(workspace.id)?.get(user);
}

/** Returns the workspace of an action, which its standing has found. */
function idOf(action: WorkspaceReference, { state }: SendContext): string {
  const found = findWorkspace(action, state)?.id;
  if (found === undefined)
    throw new ReconcileError('plan_stale', `The workspace "${action.workspace}" does not exist.`);
  return found;
}

/** Compares with some fields of a workspace. A tag that is null is missing. */
function has({ name, tags }: Workspace, fields: WorkspaceFields): boolean {
  if (fields.name !== undefined && fields.name !== name) return false;
  return Object.entries(fields.tags ?? {}).every(
    ([tag, value]) => (Object.hasOwn(tags, tag) ? tags[tag] : null) === value,
  );
}

/** The kinds of actions. */
export const ACTIONS: ActionKinds = {
  invite: {
    phase: 4,
    text: ({ email, role }) => `invite ${email} as ${role}`,
    standing: (action, state) => {
      if (invited(state, action)) return 'done';
      return pendingInvites(state, action.email).length > 0 ? 'stale' : 'todo';
    },
    send: ({ email, role }, { admin, signal }) => admin.invites.create({ email, role }, { signal }),
    undo: ({ email, role }) => ({
      actions: [{ action: 'cancel_invite', email, role, is_user: false, unlisted: false }],
      lost: null,
    }),
  },
  reinvite: {
    phase: 4,
    text: ({ email, role, from }) =>
      `invite ${email} again as ${role}: the invite ${from === 'expired' ? 'has expired' : `is for ${from}`}`,
    standing: (action, state) => (invited(state, action) ? 'done' : 'todo'),
    send: async ({ email, role }, context) => {
      await cancel(email, context);
      await context.admin.invites.create({ email, role }, { signal: context.signal });
    },
    undo: ({ email, role, from }) =>
      isAssignable(from)
        ? { actions: [{ action: 'reinvite', email, role: from, from: role }], lost: null }
        : {
            actions: [{ action: 'cancel_invite', email, role, is_user: false, unlisted: false }],
            lost: null,
          },
  },
  cancel_invite: {
    phase: 7,
    text: ({ email, role }) => `cancel the invite of ${email} as ${role}`,
    standing: ({ email, role, is_user: wasUser }, state) => {
      const pending = pendingInvites(state, email);
      if (pending.length > 0) return pending[0]?.role === role ? 'todo' : 'stale';
      // Somebody who has accepted the invite since is in the organization, which the plan does not say.
      return isUser(state, email) && !wasUser ? 'stale' : 'done';
    },
    send: ({ email }, context) => cancel(email, context),
    undo: ({ email, role, is_user: isMember }) => {
      if (isMember) return { actions: [], lost: null };
      return isAssignable(role)
        ? { actions: [{ action: 'invite', email, role }], lost: null }
        : { actions: [], lost: `the invite of ${email} as ${role}` };
    },
  },
  set_role: {
    phase: 3,
    text: ({ email, from, to }) => `change the role of ${email} from ${from} to ${to}`,
    standing: ({ user_id: id, from, to }, { users }) => {
      const role = users.get(id)?.role;
      return role === to ? 'done' : role === from ? 'todo' : 'stale';
    },
    send: ({ user_id: id, to }, { admin, signal }) => admin.users.update(id, { role: to }, { signal }),
    undo: ({ from, to, ...person }) =>
      isAssignable(from)
        ? { actions: [{ ...person, from: to, to: from }], lost: null }
        : { actions: [], lost: `the role ${from} of ${person.email}, which the console assigns` },
  },
  set_key: {
    phase: 6,
    text: ({ name, email, to }) =>
      `${to === 'active' ? 'activate' : 'deactivate'} the key "${name}" of ${email}`,
    standing: ({ api_key_id: id, to }, { keys }) => {
      const status = keys.get(id);
      if (status === 'active' || status === 'inactive') return status === to ? 'done' : 'todo';
      // Archived and expired keys work as little as inactive ones.
      return to === 'inactive' ? 'done' : 'stale';
    },
    send: ({ api_key_id: id, to }, { admin, signal }) => admin.apiKeys.update(id, { status: to }, { signal }),
    undo: (action) => ({
      actions: [{ ...action, to: action.to === 'active' ? 'inactive' : 'active' }],
      lost: null,
    }),
  },
  /** Sessions are not listed, so that it is done again until the person is removed. */
  sign_out: {
    phase: 6,
    text: ({ email }) => `sign ${email} out`,
    standing: ({ user_id: id }, { users }) => (users.has(id) ? 'todo' : 'done'),
    send: ({ user_id: id }, { admin, signal }) => admin.users.signOut(id, { signal }),
    undo: () => ({ actions: [], lost: null }),
  },
  remove: {
    phase: 8,
    text: ({ email, role }) => `remove ${email} (${role})`,
    standing: ({ user_id: id, role }, { users }) => {
      const user = users.get(id);
      return user === undefined ? 'done' : user.role === role ? 'todo' : 'stale';
    },
    send: ({ user_id: id }, { admin, signal }) => admin.users.delete(id, { signal }),
    undo: ({ email, role }) => ({
      actions: isAssignable(role) ? [{ action: 'invite', email, role }] : [],
      lost: `the membership of ${email}: the person must accept an invite, and is then added to workspaces again`,
    }),
  },
  create_workspace: {
    phase: 0,
    text: ({ workspace }) => `create the workspace "${workspace}"`,
    standing: (action, state) => {
      const found = findWorkspace(action, state);
      return found === undefined ? 'todo' : has(found, { tags: action.tags }) ? 'done' : 'stale';
    },
    send: ({ workspace: name, tags }, { admin, signal }) =>
      admin.workspaces.create({ name, tags }, { signal }),
    undo: ({ workspace, workspace_id, known }) => ({
      actions: [{ action: 'archive_workspace', workspace, workspace_id, known, breaks: [] }],
      lost: null,
    }),
  },
  update_workspace: {
    phase: 1,
    text: ({ workspace, to }) => {
      const tags = Object.entries(to.tags ?? {}).map(([tag, value]) => `${tag}=${value ?? ''}`);
      const changes = [
        ...(to.name === undefined ? [] : [`the name "${to.name}"`]),
        ...(tags.length > 0 ? [`the tags ${tags.join(', ')}`] : []),
      ];
      return `set ${changes.join(' and ')} of the workspace "${workspace}"`;
    },
    standing: (action, state) => {
      const workspace = findWorkspace(action, state);
      if (workspace === undefined) return 'stale';
      return has(workspace, action.to) ? 'done' : has(workspace, action.from) ? 'todo' : 'stale';
    },
    send: (action, context) => {
      const { name, tags } = action.to;
      const fields = {
        ...(name !== undefined && { name }),
        ...(tags !== undefined && { tags: { ...tags } }),
      };
      return context.admin.workspaces.update(idOf(action, context), fields, { signal: context.signal });
    },
    undo: ({ from, to, ...action }) => ({ actions: [{ ...action, from: to, to: from }], lost: null }),
  },
  archive_workspace: {
    phase: 9,
    text: ({ workspace }) => `archive the workspace "${workspace}"`,
    standing: (action, state) => {
      const found = state.workspaces.filter((one) => findWorkspace(action, { workspaces: [one] }));
      return found.length > 1 ? 'stale' : found.length === 1 ? 'todo' : 'done';
    },
    send: (action, context) =>
      context.admin.workspaces.archive(idOf(action, context), { signal: context.signal }),
    undo: ({ workspace }) => ({
      actions: [],
      lost: `the workspace "${workspace}", its keys and its members`,
    }),
  },
  add_member: {
    phase: 5,
    text: ({ email, workspace, to }) => `add ${email} to "${workspace}" as ${to}`,
    standing: (action, state) => {
      if (!state.users.has(action.user_id)) return 'stale';
      if (action.workspace_id !== null && findWorkspace(action, state) === undefined) return 'stale';
      const role = roleOf(action, state);
      if (role === action.to) return 'done';
      // Nobody is added with the role workspace_billing: an interrupted action leaves workspace_user.
      const isOwn = action.to === 'workspace_billing' && role === 'workspace_user';
      return role === undefined || action.inherits || isOwn ? 'todo' : 'stale';
    },
    send: async (action, context) => {
      const { user_id: user, to } = action;
      const workspace = idOf(action, context);
      const { members } = context.admin.workspaces;
      const options = { signal: context.signal };
      const isMember = roleOf(action, context.state) !== undefined;
      if (!isMember) {
        const role = to === 'workspace_billing' ? 'workspace_user' : to;
        await members.create(workspace, { user_id: user, workspace_role: role }, options);
      }
      if (isMember || to === 'workspace_billing')
        await members.update(workspace, user, { workspace_role: to }, options);
    },
    undo: (action) => ({
      actions: [
        { ...memberOf(action), action: 'remove_member', from: action.to, unlisted: false, breaks: [] },
      ],
      lost: null,
    }),
  },
  set_member: {
    phase: 5,
    text: ({ email, workspace, from, to }) =>
      `change the role of ${email} in "${workspace}" from ${from} to ${to}`,
    standing: (action, state) => {
      const role = roleOf(action, state);
      return role === action.to ? 'done' : role === action.from ? 'todo' : 'stale';
    },
    send: (action, context) =>
      context.admin.workspaces.members.update(
        idOf(action, context),
        action.user_id,
        { workspace_role: action.to },
        { signal: context.signal },
      ),
    undo: ({ from, to, ...member }) =>
      isWorkspaceRole(from)
        ? { actions: [{ ...member, from: to, to: from }], lost: null }
        : { actions: [], lost: `the role ${from} of ${member.email} in "${member.workspace}"` },
  },
  remove_member: {
    phase: 2,
    text: ({ email, workspace }) => `remove ${email} from "${workspace}"`,
    standing: (action, state) => {
      const role = roleOf(action, state);
      return role === undefined ? 'done' : role === action.from ? 'todo' : 'stale';
    },
    send: (action, context) =>
      context.admin.workspaces.members.delete(idOf(action, context), action.user_id, {
        signal: context.signal,
      }),
    undo: (action) =>
      isWorkspaceRole(action.from)
        ? {
            actions: [{ ...memberOf(action), action: 'add_member', to: action.from, inherits: false }],
            lost: null,
          }
        : { actions: [], lost: `the role ${action.from} of ${action.email} in "${action.workspace}"` },
  },
};
