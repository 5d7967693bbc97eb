import type {
  ActivityListParams,
  ActivityType,
  Chat,
  ChatListParams,
  ChatMessage,
  DirectoryUser,
  Project,
} from '@parlance/schemas';
import type { Checkpoint } from '@parlance/core-transport';
import { labelOf } from './activity-actor.js';
import type { Backend } from './backend.js';
import type { CallContext } from './rpc.js';

/** A directory user with the name of their organization. */
export interface Person extends DirectoryUser {
  readonly organization: string;
}

/** A page of chats, and the checkpoint of the next page. */
export interface ChatPageOf {
  readonly chats: Chat[];
  readonly next: Checkpoint | null;
}

/** Activities in columns, newest first. Columns are a fifth of the size of rows as JSON. */
export interface ActivityColumns {
  /** Seconds since 1970, or null for an activity without a time. */
  readonly times: (number | null)[];
  readonly types: string[];
  readonly actors: string[];
}

/** Maximum number of activities to load. */
const MAX_ACTIVITIES = 100_000;
const ACTIVITIES_PER_PAGE = 5_000;

/** Calls for the compliance page. */
export function complianceCalls({ parlance }: Backend) {
  return {
    'compliance.people': async (_: null, { signal }: CallContext): Promise<Person[]> => {
      const people: Person[] = [];
      for await (const { uuid, name } of parlance.compliance.organizations.list({}, { signal })) {
        for await (const user of parlance.compliance.organizations.listUsers(uuid, {}, { signal })) {
          people.push({ ...user, organization: name });
        }
      }
      return people;
    },

    'compliance.projects': async (_: null, { signal }: CallContext): Promise<Project[]> =>
      Array.fromAsync(parlance.compliance.projects.list({ limit: 100 }, { signal })),

    'compliance.chats': async (
      { resumeFrom, ...params }: ChatListParams & { resumeFrom: Checkpoint | null },
      { signal }: CallContext,
    ): Promise<ChatPageOf> => {
      const page = await parlance.compliance.chats.list(
        params,
        resumeFrom === null ? { signal } : { signal, resumeFrom },
      );
      return { chats: page.data, next: page.checkpoint };
    },

    'compliance.messages': async ({ id }: { id: string }, { signal }: CallContext): Promise<ChatMessage[]> =>
      Array.fromAsync(parlance.compliance.chats.messages(id, {}, { signal })),

    'compliance.deleteChat': async ({ id }: { id: string }): Promise<{ id: string }> =>
      parlance.compliance.chats.delete(id),

    'compliance.activities': (params: ActivityListParams, { signal }: CallContext) =>
      activities(params, parlance, signal),
  };
}

async function* activities(
  params: ActivityListParams,
  { compliance }: Backend['parlance'],
  signal: AbortSignal,
): AsyncGenerator<ActivityColumns, void> {
  let count = 0;
  for await (const { data } of compliance.activities
    .list({ ...params, limit: ACTIVITIES_PER_PAGE }, { signal })
    .pages()) {
    yield {
      times: data.map(({ created_at }) => (created_at === undefined ? null : Date.parse(created_at) / 1000)),
      types: data.map(({ type }) => (type as ActivityType | undefined) ?? 'untyped'),
      actors: data.map(({ actor }) => labelOf(actor)),
    };
    count += data.length;
    if (count >= MAX_ACTIVITIES) return;
  }
}
