/** Every deletion of every client: a lost response followed by a 404 may mean that the deletion succeeded. */
import { FetchAdapter, NotFoundError } from '@parlance/core-transport';
import { operations, type Operation } from '@parlance/schemas';
import { Parlance } from '@parlance/sdk';
import { expect, test } from 'vitest';

const DELETIONS: Readonly<Record<string, (parlance: Parlance) => PromiseLike<unknown>>> = {
  'chats.delete': ({ compliance }) => compliance.chats.delete('a'),
  'invites.delete': ({ admin }) => admin.invites.delete('a'),
  'webhooks.delete': ({ admin }) => admin.webhooks.delete('a'),
  'groups.delete': ({ admin }) => admin.groups.delete('a'),
  'groups.removeMember': ({ admin }) => admin.groups.removeMember('a', 'b'),
  'spendLimits.delete': ({ admin }) => admin.spendLimits.delete('a'),
  'users.delete': ({ admin }) => admin.users.delete('a'),
  'workspaces.members.delete': ({ admin }) => admin.workspaces.members.delete('a', 'b'),
  'environments.delete': ({ managedAgents }) => managedAgents.environments.delete('a'),
  'files.delete': ({ managedAgents }) => managedAgents.files.delete('a'),
  'messages.batches.delete': ({ inference }) => inference.messages.batches.delete('a'),
  'skills.delete': ({ inference }) => inference.skills.delete('a'),
  'skills.versions.delete': ({ inference }) => inference.skills.versions.delete('a', 'b'),
  'memoryStores.delete': ({ managedAgents }) => managedAgents.memoryStores.delete('a'),
  'memoryStores.memories.delete': ({ managedAgents }) => managedAgents.memoryStores.memories.delete('a', 'b'),
  'sessions.delete': ({ managedAgents }) => managedAgents.sessions.delete('a'),
  'sessions.resources.delete': ({ managedAgents }) => managedAgents.sessions.resources.delete('a', 'b'),
  'userProfiles.delete': ({ managedAgents }) => managedAgents.userProfiles.delete('a'),
  'vaults.delete': ({ managedAgents }) => managedAgents.vaults.delete('a'),
  'vaults.credentials.delete': ({ managedAgents }) => managedAgents.vaults.credentials.delete('a', 'b'),
};

/** A response whose body breaks off. */
function cut(): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from('{"id"')),
    pull: (controller) => controller.error(new TypeError('terminated')),
  });
  return new Response(body, { headers: { 'content-type': 'application/json', 'content-length': '40' } });
}

function notFound(): Response {
  const body = { type: 'error', error: { type: 'not_found_error', message: 'gone' } };
  return Response.json(body, { status: 404, headers: { 'request-id': 'req_1' } });
}

function open(...responses: (() => Response)[]): Parlance {
  const http = new FetchAdapter({ fetch: async () => (responses.shift() ?? notFound)() });
  const keys = { apiKey: 'k', adminKey: 'k', complianceKey: 'k' };
  return new Parlance({ baseUrl: 'https://api.example.com', http, retry: { baseDelayMs: 1 }, ...keys });
}

test.each(Object.entries(DELETIONS))('%s reports whether it may have been applied', async (_, remove) => {
  const outcome = (parlance: Parlance) => remove(parlance).then(undefined, (reason: unknown) => reason);
  const lost = await outcome(open(cut));
  expect(NotFoundError.is(lost)).toBe(true);
  expect(lost).toMatchObject({ maybeApplied: true, attempts: [{ status: 200 }, { status: 404 }] });
  expect(await outcome(open())).toMatchObject({ maybeApplied: false, attempts: [{ status: 404 }] });
});

test('these are all deletions', () => {
  const deletions = (Object.values(operations) as Operation[]).filter(({ method }) => method === 'DELETE');
  expect(Object.keys(DELETIONS).toSorted()).toEqual(deletions.map(({ id }) => id).toSorted());
});
