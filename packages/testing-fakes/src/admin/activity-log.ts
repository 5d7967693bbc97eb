/**
 * Activities for requests to the admin API.
 *
 * Rules: ADM-029, ADM-048, ADM-075, ADM-094.
 */
import type { ActivityTypeOf, AdminOperations, ResponseOf } from '@parlance/schemas';
import { addActivity, keyActorOf, type ActivityDetails } from '../organization/activity-records.js';
import type { AnyCall, AnyHandler, Call, HandlersFor } from '../engine/call.js';
import { invites } from '../organization/invites.js';

type WithoutActor<A> = A extends unknown ? Omit<A, 'actor'> : never;
type Details = WithoutActor<ActivityDetails>;

type Recorders = {
  readonly [Id in keyof AdminOperations]?: (
    call: Call<AdminOperations[Id]>,
    result: ResponseOf<AdminOperations[Id]>,
  ) => Details;
};

const recorders: Recorders = {
  'invites.create': (_, { id, email, role }) => ({
    type: 'org_user_invite_sent',
    invite_id: id,
    invited_email: email,
    invited_role: role,
  }),
  'invites.retrieve': (_, { id }) => ({ type: 'org_invite_viewed', invite_id: id }),
  'invites.list': () => ({ type: 'org_invites_listed' }),
  'invites.delete': ({ world }, { id }) => ({
    type: 'org_user_invite_deleted',
    invite_id: id,
    invited_email: world.store.of(invites).get(id)?.email,
  }),
  'users.retrieve': (_, { id, email }) => ({ type: 'org_user_viewed', user_id: id, user_email: email }),
  'users.list': () => ({ type: 'org_users_listed' }),
  'users.update': (_, { id, email, role }) => ({
    type: 'assistant_user_role_updated',
    user_id: id,
    user_email: email,
    current_role: role,
  }),
  'users.delete': (_, { id }) => ({ type: 'org_user_deleted', deleted_user_id: id }),
  'workspaces.create': (_, { id }) => ({ type: 'platform_workspace_created', workspace_id: id }),
  'workspaces.update': ({ body }, { id }) => ({
    type: 'platform_workspace_updated',
    workspace_id: id,
    updates: body,
  }),
  'workspaces.archive': (_, { id }) => ({ type: 'platform_workspace_archived', workspace_id: id }),
  'workspaces.members.create': (_, member) => memberActivity(member, 'platform_workspace_member_added'),
  'workspaces.members.retrieve': (_, member) => memberActivity(member, 'platform_workspace_member_viewed'),
  'workspaces.members.list': ({ params }) => ({
    type: 'platform_workspace_members_listed',
    workspace_id: params.workspace_id,
  }),
  'workspaces.members.update': (_, member) => memberActivity(member, 'platform_workspace_member_updated'),
  'apiKeys.update': ({ body }, { id }) => ({
    type: 'platform_api_key_updated',
    api_key_id: id,
    updates: body,
  }),
  'usage.messages': () => ({ type: 'platform_usage_report_messages_viewed' }),
  'cost.list': () => ({ type: 'platform_cost_report_viewed' }),
  'complianceSettings.update': (_, { state }) => ({
    type: 'org_compliance_api_settings_updated',
    compliance_api_enabled: state.type === 'enabled',
  }),
  'workspaces.members.delete': (_, member) => memberActivity(member, 'platform_workspace_member_removed'),
};

function memberActivity(
  { workspace_id, user_id }: { readonly workspace_id: string; readonly user_id: string },
  type: ActivityTypeOf<'platformWorkspace'>,
): Details {
  return { type, workspace_id, user_id };
}

/**
 * Adds an activity to the audit log after each successful call of a handler.
 *
 * @param handlers - Handlers of the admin operations.
 */
export function withActivities(handlers: HandlersFor<AdminOperations>): HandlersFor<AdminOperations> {
  const wrapped = Object.entries(handlers as Readonly<Record<string, AnyHandler>>).map(([id, handle]) => {
    const record = (
      recorders as Readonly<Record<string, ((call: AnyCall, result: unknown) => Details) | undefined>>
    )[id];
    const recording = (call: AnyCall): unknown => {
      const result = handle(call as never);
      const details = record?.(call, result);
      // Spreading loses the relation between type and fields, which `Details` has already ensured.
      if (details !== undefined)
        addActivity(call.world, { ...details, actor: keyActorOf(call) } as ActivityDetails);
      return result;
    };
    return [id, recording] as const;
  });
  return Object.fromEntries(wrapped) as unknown as HandlersFor<AdminOperations>;
}
