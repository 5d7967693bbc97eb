import type { Checkpoint } from '@parlance/core-transport';
import type {
  ActivityListParams,
  ActivityType,
  Chat,
  ChatListParams,
  ChatMessage,
  DirectoryUser,
} from '@parlance/schemas';
import { Hono } from 'hono';
import { labelOf } from './activity-actor.js';
import type { Backend } from './backend.js';
import { body } from './body.js';
import { sendEvents } from './events.js';

/** A directory user with the name of their organization. */
export interface Person extends DirectoryUser {
  readonly organization: string;
}

/** What the page shows of a chat, besides its messages. */
export type ChatHead = Pick<Chat, 'id' | 'name' | 'model' | 'user' | 'created_at'>;

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

/** Routes of the compliance page. */
export function complianceRoutes({ parlance }: Backend) {
  return new Hono()
    .post('/people', async (c) => {
      const { signal } = c.req.raw;
      const people: Person[] = [];
      for await (const { uuid, name } of parlance.compliance.organizations.list({}, { signal })) {
        for await (const user of parlance.compliance.organizations.listUsers(uuid, {}, { signal })) {
          people.push({ ...user, organization: name });
        }
      }
      return c.json(people);
    })
    .post('/projects', async (c) => {
      const { signal } = c.req.raw;
      return c.json(await Array.fromAsync(parlance.compliance.projects.list({ limit: 100 }, { signal })));
    })
    .post('/chats', body<ChatListParams & { readonly resumeFrom: Checkpoint | null }>(), async (c) => {
      const { resumeFrom, ...params } = c.req.valid('json');
      const { signal } = c.req.raw;
      const options = resumeFrom === null ? { signal } : { signal, resumeFrom };
      const { data: chats, checkpoint: next } = await parlance.compliance.chats.list(params, options);
      return c.json({ chats, next });
    })
    .post('/chat', body<{ readonly id: string }>(), async (c) => {
      const { signal } = c.req.raw;
      const messages: ChatMessage[] = [];
      let chat: ChatHead | undefined;
      const pages = parlance.compliance.chats.messages(c.req.valid('json').id, {}, { signal }).pages();
      for await (const page of pages) {
        messages.push(...page.data);
        // Every page has the fields of the chat.
        const { id, name, model, user, created_at } = page;
        chat = { id, name, model, user, created_at };
      }
      return c.json({ chat, messages });
    })
    .post('/deleteChat', body<{ readonly id: string }>(), async (c) =>
      c.json(await parlance.compliance.chats.delete(c.req.valid('json').id)),
    )
    .post('/activities', body<ActivityListParams>(), (c) =>
      sendEvents(c, activities(c.req.valid('json'), parlance, c.req.raw.signal)),
    );
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
