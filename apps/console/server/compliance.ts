import type { Checkpoint } from '@parlance/core-transport';
import type { Chat, ChatListParams, ChatMessage, DirectoryUser } from '@parlance/schemas';
import { Hono } from 'hono';
import type { Backend } from './backend.js';
import { body } from './body.js';

/** A directory user with the name of their organization. */
export interface Person extends DirectoryUser {
  readonly organization: string;
}

/** What the page shows of a chat, besides its messages. */
export type ChatHead = Pick<Chat, 'id' | 'name' | 'model' | 'user' | 'created_at'>;

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
    );
}
