/**
 * Activities for requests to the admin API.
 *
 * Rules: ADM-029, ADM-048, ADM-075, ADM-094.
 */
import type {
  ActivityApiActor,
  ActivityTypeOf,
  AdminOperations,
  ResponseOf,
  SpendLimit,
} from '@parlance/schemas';
import {
  addActivity,
  apiActorOf,
  keyActorOf,
  type ActivityDetails,
} from '../organization/activity-records.js';
import type { AnyCall, AnyHandler, Call, HandlersFor } from '../engine/call.js';
import { invites } from '../organization/invites.js';

type WithoutActor<A> = A extends unknown ? Omit<A, 'actor'> : never;
/** An activity. The actor is the key of the call, unless the activity has another one. */
type Details = WithoutActor<ActivityDetails> & { readonly actor?: ActivityApiActor };

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
  'groups.create': (_, group) => groupActivity(group, 'group_created'),
  'groups.retrieve': (_, group) => groupActivity(group, 'group_viewed'),
  'groups.update': (_, group) => groupActivity(group, 'group_updated'),
  'groups.delete': (_, { id }) => ({ type: 'group_deleted', group_id: id }),
  'groups.addMember': (_, member) => groupMemberActivity(member, 'group_member_added'),
  'groups.removeMember': (_, member) => groupMemberActivity(member, 'group_member_removed'),
  'spendLimits.set': (call, limit) => ({
    ...limitFacts(limit),
    type:
      limit.updated_at === limit.created_at
        ? 'extra_usage_spend_limit_created'
        : 'extra_usage_spend_limit_updated',
    actor: apiActorOf(call),
  }),
  'spendLimits.delete': (call, { id }) => ({
    type: 'extra_usage_spend_limit_deleted',
    spend_limit_id: id,
    actor: apiActorOf(call),
  }),
  'spendLimits.increaseRequests.approve': (call, { id, actor, spend_limit: limit }) => ({
    type: 'extra_usage_spend_limit_increase_request_approved',
    ...(limit != null && { amount: Number(limit.amount), spend_limit_id: limit.id }),
    ...(actor.type === 'user_actor' && { requester_user_id: String(actor['user_id']) }),
    spend_limit_increase_request_id: id,
    actor: apiActorOf(call),
  }),
  'spendLimits.increaseRequests.deny': (call, { id, actor }) => ({
    type: 'extra_usage_spend_limit_increase_request_denied',
    ...(actor.type === 'user_actor' && { requester_user_id: String(actor['user_id']) }),
    spend_limit_increase_request_id: id,
    actor: apiActorOf(call),
  }),
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

function groupActivity(
  { id, name }: { readonly id: string; readonly name: string },
  type: ActivityTypeOf<'group'>,
): Details {
  return { type, group_id: id, group_name: name };
}

function groupMemberActivity(
  { rbac_group_id, user_id }: { readonly rbac_group_id: string; readonly user_id: string },
  type: ActivityTypeOf<'group'>,
): Details {
  return { type, group_id: rbac_group_id, member_ids: [user_id] };
}

/** Names of scopes in the audit log. */
const LIMIT_TYPES: Readonly<Record<string, string>> = { user: 'member', rbac_group: 'group' };

function limitFacts({ id, amount, is_enabled, scope }: SpendLimit) {
  return {
    ...(amount != null && { amount: Number(amount) }),
    is_enabled,
    limit_type: LIMIT_TYPES[scope.type] ?? scope.type,
    spend_limit_id: id,
  };
}

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
        addActivity(call.world, { actor: keyActorOf(call), ...details } as ActivityDetails);
      return result;
    };
    return [id, recording] as const;
  });
  return Object.fromEntries(wrapped) as unknown as HandlersFor<AdminOperations>;
}
