/** Applies the records of a scenario to a world. */
import { InputError } from '@parlance/schemas/validation/kit';
import {
  addOrganization,
  membersOf,
  organizationOf,
  organizationsOf,
  THE_ORGANIZATION,
  type StoredUser,
} from '../../organization/directory.js';
import { groups, newGroup, putMembers } from '../../organization/groups.js';
import { acceptInvite, invites, newInvite } from '../../organization/invites.js';
import { newRequest, spendLimitRequests } from '../../organization/spend-limits.js';
import {
  activities,
  putActivity,
  userActorOf,
  type ActivityDetails,
} from '../../organization/activity-records.js';
import { chats, contentIdsOf, contents } from '../chat-records.js';
import type { World } from '../../world/world.js';
import { putChat } from './put-chat.js';
import type {
  ScenarioActivity,
  ScenarioGroup,
  ScenarioInvite,
  ScenarioRecords,
  ScenarioSpendLimitRequest,
  ScenarioUser,
} from './records.js';

/**
 * Adds, replaces and removes records.
 *
 * @param world - World to change.
 * @param records - Validated records.
 * @throws {InputError} When a record refers to one that does not exist. The records before it have been applied.
 */
export function changeRecords(world: World, records: ScenarioRecords): void {
  each(records.organizations, 'organizations', ({ name, created_at }) => {
    if (organizationsOf(world).some((one) => one.name === name)) throw invalid('name', 'must be unique');
    addOrganization(world, { name, created_at: timeOf(world, created_at) });
  });
  each(records.users, 'users', (user) => putUser(world, user));
  each(records.groups, 'groups', (group) => putGroup(world, group));
  each(records.invites, 'invites', (invite) => putInvite(world, invite));
  each(records.accept_invites, 'accept_invites', (invite) => accept(world, invite));
  each(records.spend_limit_requests, 'spend_limit_requests', (request) => putRequest(world, request));
  each(records.chats, 'chats', (chat) => {
    const { id: userId, email } = requireUser(world, chat.user, 'user').user;
    const organization = organizationKey(world, chat.organization);
    putChat(world, chat, {
      user: { id: userId, email_address: email },
      created_at: timeOf(world, chat.created_at),
      ...(organization !== THE_ORGANIZATION && { organization }),
    });
  });
  each(records.activities, 'activities', (activity) => addScenarioActivity(world, activity));
  const { users, chats: chatIds, activities: activityIds } = records.remove ?? {};
  each(users, 'remove.users', (user) => {
    const found = requireUser(world, user, '');
    membersOf(world, found.organization).delete(found.user.id);
  });
  each(chatIds, 'remove.chats', (id) => removeChat(world, id));
  each(activityIds, 'remove.activities', (id) => removeActivities(world, id));
}

/** Applies each entry of a list. Problems are reported with its path. */
function each<T>(list: readonly T[] | undefined, path: string, apply: (entry: T) => void): void {
  for (const [index, entry] of (list ?? []).entries())
    try {
      apply(entry);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      const prefix = `records.${path}.${index}`;
      throw new InputError(
        error.issues.map((issue) => ({
          path: issue.path === '' ? prefix : `${prefix}.${issue.path}`,
          message: issue.message,
        })),
      );
    }
}

function invalid(path: string, message: string): InputError {
  return new InputError([{ path, message }]);
}

/** Returns a time in the form of the service; now when it is undefined. */
function timeOf(world: World, time: string | undefined): string {
  return time === undefined ? world.clock.iso() : new Date(time).toISOString();
}

function organizationKey(world: World, name: string | undefined): string {
  if (name === undefined) return THE_ORGANIZATION;
  const found = organizationsOf(world).find((one) => one.name === name);
  if (found === undefined) throw invalid('organization', 'must be the name of an organization');
  return found.key;
}

interface FoundUser {
  readonly user: StoredUser;
  /** Key of the organization. */
  readonly organization: string;
}

function requireUser(world: World, idOrEmail: string, path: string): FoundUser {
  for (const { key } of organizationsOf(world)) {
    const members = membersOf(world, key);
    const user =
      members.get(idOrEmail) ?? members.entries().find(({ record }) => record.email === idOrEmail)?.record;
    if (user !== undefined) return { user, organization: key };
  }
  throw invalid(path, 'must be the id or email of a member');
}

function putUser(world: World, { email, id, name, role, created_at, organization }: ScenarioUser): void {
  const key = organizationKey(world, organization);
  const members = membersOf(world, key);
  const known =
    (id === undefined ? undefined : members.get(id)) ??
    members.entries().find(({ record }) => record.email === email)?.record;
  const joined =
    created_at === undefined && known !== undefined ? known.created_at : timeOf(world, created_at);
  const user: StoredUser = {
    id: known?.id ?? id ?? world.id('user_'),
    email,
    name: name ?? known?.name ?? email.slice(0, email.indexOf('@')),
    role: role ?? known?.role ?? 'user',
    added_at: joined,
    created_at: joined,
  };
  members.put(user.id, user);
}

function putGroup(
  world: World,
  { name, members = [], role_ids = [], source_type = 'direct' }: ScenarioGroup,
): void {
  const users = members.map((member, index) => requireUser(world, member, `members.${index}`).user.id);
  const now = world.clock.iso();
  const known = world.store
    .of(groups)
    .entries()
    .find(({ record }) => record.name === name)?.record;
  const id = known?.id ?? world.id('rbac_group_');
  const group = { id, created_at: known?.created_at ?? now, name, role_ids: [...role_ids], source_type };
  world.store.of(groups).put(id, { ...newGroup(group), updated_at: now });
  putMembers(world, id, users);
}

function putRequest(
  world: World,
  { user, id = world.id('spl_request_'), period = 'monthly', created_at }: ScenarioSpendLimitRequest,
): void {
  const user_id = requireUser(world, user, 'user').user.id;
  const request = newRequest({ id, user_id, created_at: timeOf(world, created_at), period });
  world.store.of(spendLimitRequests).put(id, request);
}

function putInvite(
  world: World,
  { email, id = world.id('invite_'), role, invited_at }: ScenarioInvite,
): void {
  world.store.of(invites).put(id, newInvite(id, email, role ?? 'user', timeOf(world, invited_at)));
}

function accept(world: World, idOrEmail: string): void {
  const records = world.store.of(invites);
  const pending = records
    .entries()
    .findLast(({ record }) => record.email === idOrEmail && record.status === 'pending');
  const id = records.get(idOrEmail)?.id ?? pending?.id;
  if (id === undefined) throw invalid('', 'must be the id or email of a pending invite');
  try {
    acceptInvite(world, id);
  } catch (error) {
    throw invalid('', (error as Error).message);
  }
}

function addScenarioActivity(world: World, activity: ScenarioActivity): void {
  const { id, created_at, user, organization, actor, type, ...rest } = activity;
  const details = { type, actor: actor ?? userActor(world, user), ...rest };
  putActivity(world, {
    id,
    created_at: timeOf(world, created_at),
    isOwned: organization !== null,
    ...(typeof organization === 'string' && { organization: organizationKey(world, organization) }),
    // Sent unchanged, even if the contract does not know it.
    details: details as unknown as ActivityDetails,
  });
}

function userActor(world: World, idOrEmail: string | undefined): object {
  const first = membersOf(world, organizationOf(world).key).entries()[0]?.record;
  const { id, email } =
    idOrEmail === undefined && first !== undefined ? first : requireUser(world, idOrEmail ?? '', 'user').user;
  return userActorOf(id, email);
}

function removeChat(world: World, id: string): void {
  const chat = world.store.of(chats).get(id);
  if (chat === undefined) throw invalid('', 'must be the id of a chat');
  for (const contentId of contentIdsOf(chat)) world.store.of(contents).delete(contentId);
  world.store.of(chats).delete(id);
}

function removeActivities(world: World, id: string): void {
  const records = world.store.of(activities);
  const keys = records
    .entries()
    .filter(({ record }) => record.id === id)
    .map((entry) => entry.id);
  if (keys.length === 0) throw invalid('', 'must be the id of an activity');
  for (const key of keys) records.delete(key);
}
