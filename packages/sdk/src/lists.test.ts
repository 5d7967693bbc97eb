/** Every list of every client: errors of later pages have their own class and a checkpoint to resume from. */
import type { ChatsForUsersOptions } from '@parlance/compliance';
import { FetchAdapter, ParlanceError, type Checkpoint, type ListOptions } from '@parlance/core-transport';
import { operations, type Operation } from '@parlance/schemas';
import { Parlance } from '@parlance/sdk';
import { expect, test } from 'vitest';

type Call = (parlance: Parlance, options: ListOptions) => AsyncIterable<object>;

const users = ['user_1', 'user_2'];
const LISTS: Readonly<Record<string, Call>> = {
  models: ({ inference }, options) => inference.models.list({}, options),
  batches: ({ inference }, options) => inference.messages.batches.list({}, options),
  skills: ({ inference }, options) => inference.skills.list({}, options),
  skillVersions: ({ inference }, options) => inference.skills.versions.list('a', {}, options),
  users: ({ admin }, options) => admin.users.list({}, options),
  invites: ({ admin }, options) => admin.invites.list({}, options),
  workspaces: ({ admin }, options) => admin.workspaces.list({}, options),
  members: ({ admin }, options) => admin.workspaces.members.list('a', {}, options),
  apiKeys: ({ admin }, options) => admin.apiKeys.list({}, options),
  rateLimits: ({ admin }, options) => admin.rateLimits.list({}, options),
  workspaceRateLimits: ({ admin }, options) => admin.workspaces.rateLimits.list('a', {}, options),
  usage: ({ admin }, options) => admin.usage.messages({ starting_at: '2026-06-01T00:00:00Z' }, options),
  cost: ({ admin }, options) => admin.cost.list({ starting_at: '2026-06-01T00:00:00Z' }, options),
  groups: ({ admin }, options) => admin.groups.list({}, options),
  groupMembers: ({ admin }, options) => admin.groups.listMembers('a', {}, options),
  roles: ({ admin }, options) => admin.roles.list({}, options),
  rolePermissions: ({ admin }, options) => admin.roles.listPermissions('a', {}, options),
  spendLimits: ({ admin }, options) => admin.spendLimits.list({}, options),
  effectiveSpendLimits: ({ admin }, options) => admin.spendLimits.listEffective({}, options),
  spendLimitRequests: ({ admin }, options) => admin.spendLimits.increaseRequests.list({}, options),
  webhooks: ({ admin }, options) => admin.webhooks.list({}, options),
  activities: ({ compliance }, options) => compliance.activities.list({}, options),
  chats: ({ compliance }, options) => compliance.chats.list({ user_ids: users }, options),
  messages: ({ compliance }, options) => compliance.chats.messages('a', {}, options),
  chatsForUsers: ({ compliance }, options) =>
    compliance.chats.listForUsers(users, {}, options as ChatsForUsersOptions),
  organizations: ({ compliance }, options) => compliance.organizations.list({}, options),
  organizationUsers: ({ compliance }, options) => compliance.organizations.listUsers('a', {}, options),
  projects: ({ compliance }, options) => compliance.projects.list({}, options),
  agents: ({ managedAgents }, options) => managedAgents.agents.list({}, options),
  agentVersions: ({ managedAgents }, options) => managedAgents.agents.listVersions('a', {}, options),
  environments: ({ managedAgents }, options) => managedAgents.environments.list({}, options),
  work: ({ managedAgents }, options) => managedAgents.environments.work.list('a', {}, options),
  files: ({ managedAgents }, options) => managedAgents.files.list({}, options),
  memoryStores: ({ managedAgents }, options) => managedAgents.memoryStores.list({}, options),
  memories: ({ managedAgents }, options) => managedAgents.memoryStores.memories.list('a', {}, options),
  memoryVersions: ({ managedAgents }, options) => managedAgents.memoryStores.versions.list('a', {}, options),
  sessions: ({ managedAgents }, options) => managedAgents.sessions.list({}, options),
  events: ({ managedAgents }, options) => managedAgents.sessions.events.list('a', {}, options),
  resources: ({ managedAgents }, options) => managedAgents.sessions.resources.list('a', {}, options),
  threads: ({ managedAgents }, options) => managedAgents.sessions.threads.list('a', {}, options),
  threadEvents: ({ managedAgents }, options) =>
    managedAgents.sessions.threads.listEvents('a', 'b', {}, options),
  userProfiles: ({ managedAgents }, options) => managedAgents.userProfiles.list({}, options),
  vaults: ({ managedAgents }, options) => managedAgents.vaults.list({}, options),
  credentials: ({ managedAgents }, options) => managedAgents.vaults.credentials.list('a', {}, options),
};

/** A page in the form of both paging families, with its items where any list looks for them. */
function page(items: readonly string[], fields: object): Response {
  const data = items.map((id) => ({ id }));
  return Response.json({ data, chat_messages: data, ...fields }, { headers: { 'request-id': 'req_1' } });
}
const more = (items: readonly string[], cursor: string): Response =>
  page(items, { has_more: true, first_id: cursor, last_id: cursor, next_page: cursor });
const last = (items: readonly string[]): Response => page(items, { has_more: false });

function open(...responses: Response[]): { readonly parlance: Parlance; readonly paths: string[] } {
  const paths: string[] = [];
  const http = new FetchAdapter({
    fetch: async (request) => {
      paths.push(String(request));
      return responses.shift() ?? Response.json({}, { status: 500 });
    },
  });
  const options = { baseUrl: 'https://api.example.com', http, retry: { maxRetries: 0 } };
  return { parlance: new Parlance({ ...options, apiKey: 'k', adminKey: 'k', complianceKey: 'k' }), paths };
}

async function read(
  list: AsyncIterable<object>,
): Promise<{ readonly ids: readonly unknown[]; readonly error: unknown }> {
  const ids: unknown[] = [];
  try {
    for await (const item of list) ids.push((item as { id: string }).id);
    return { ids, error: undefined };
  } catch (error) {
    return { ids, error };
  }
}

/** Ids of the operations that the lists below have called. */
const called = new Set<string>();

const cursor = 'c'.repeat(100);
const broken: readonly (readonly [string, string, () => Response])[] = [
  ['a null cursor', 'PagingError', () => page(['lost'], { has_more: true, last_id: null, next_page: null })],
  ['no cursor', 'PagingError', () => page(['lost'], { has_more: true })],
  ['a repeated cursor', 'PagingError', () => more(['lost'], cursor)],
  [
    'a rate limit',
    'RateLimitError',
    () =>
      Response.json({ type: 'error', error: { type: 'rate_limit_error', message: 'm' } }, { status: 429 }),
  ],
];

test.each(
  Object.entries(LISTS).flatMap(([name, call]) => broken.map((fault) => [name, ...fault, call] as const)),
)(
  '%s: a second page with %s throws a %s that can be resumed from',
  async (_, _fault, errorName, response, call) => {
    const { parlance } = open(more(['one'], cursor), response());
    const { ids, error } = await read(call(parlance, {}));
    if (!ParlanceError.is(error)) throw error;
    expect(ids).toEqual(['one']);
    expect(error.name).toBe(errorName);
    const json = JSON.stringify(error.checkpoint);
    expect(Buffer.byteLength(json)).toBeLessThan(2000);
    const resumeFrom = JSON.parse(json) as Checkpoint;
    called.add(resumeFrom.operation);

    const later = open(more([], 'next'), last(['two']));
    expect(await read(call(later.parlance, { resumeFrom }))).toEqual({ ids: ['two'], error: undefined });
    expect(later.paths.map((path) => path.includes(cursor))).toEqual([true, false]);
  },
);

test('these are all paged operations', () => {
  const paged = (Object.values(operations) as Operation[]).filter(({ paging }) => paging !== undefined);
  called.delete('chats.listForUsers');
  expect([...called].toSorted()).toEqual(paged.map(({ id }) => id).toSorted());
});
