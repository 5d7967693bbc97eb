import type { Chat, ChatListParams, ChatMessage, DirectoryUser } from '@parlance/schemas';
import { ChatListParamsSchema } from '@parlance/schemas/validation';
import { Hono } from 'hono';
import type { Backend } from './backend.js';
import { body, byId } from './body.js';
import { sendEvents } from './events.js';

/** A directory user with the name of their organization. */
export interface Person extends DirectoryUser {
  readonly organization: string;
}

/** What the page shows of a chat, besides its messages. */
export type ChatHead = Pick<Chat, 'id' | 'name' | 'model' | 'user' | 'created_at'>;

const CHATS_PER_PAGE = 1_000;

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
    .post('/chats', body(ChatListParamsSchema), (c) =>
      sendEvents(c, chats(c.req.valid('json'), parlance, c.req.raw.signal)),
    )
    .post('/chat', body(byId), async (c) => {
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
    .post('/deleteChat', body(byId), async (c) =>
      c.json(await parlance.compliance.chats.delete(c.req.valid('json').id)),
    );
}

/** Yields pages of chats, oldest first: the service has no other order. */
async function* chats(
  params: ChatListParams,
  { compliance }: Backend['parlance'],
  signal: AbortSignal,
): AsyncGenerator<ChatHead[], void> {
  const list = compliance.chats.list({ ...params, limit: CHATS_PER_PAGE }, { signal });
  for await (const { data } of list.pages())
    yield data.map(({ id, name, model, user, created_at }) => ({ id, name, model, user, created_at }));
}
