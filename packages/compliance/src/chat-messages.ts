import type { Page, Paginator } from '@parlance/core-transport';
import type { ChatMessage, ChatWithMessages } from '@parlance/schemas/compliance';

/** A chat with one page of its messages, and the checkpoint after that page. */
export type ChatMessagesPage = ChatWithMessages & Page<ChatMessage>;

/**
 * The messages of a chat. `for await` yields the messages, {@link ChatMessages.pages} yields the pages, and `await`
 * returns the first page. Every page includes the fields of the chat. Pages are fetched on demand.
 */
export class ChatMessages implements AsyncIterable<ChatMessage>, PromiseLike<ChatMessagesPage> {
  readonly #list: Paginator<ChatMessage>;

  /** @param list - Lists the messages. */
  constructor(list: Paginator<ChatMessage>) {
    this.#list = list;
  }

  /** Yields the messages of all pages. */
  [Symbol.asyncIterator](): AsyncIterator<ChatMessage, undefined> {
    return this.#list[Symbol.asyncIterator]();
  }

  /** Yields the pages. */
  async *pages(): AsyncGenerator<ChatMessagesPage, undefined> {
    for await (const page of this.#list.pages()) yield withChat(page);
  }

  /** Fetches the first page. */
  // oxlint-disable-next-line unicorn/no-thenable -- meant to be awaited.
  then<A = ChatMessagesPage, B = never>(
    onFulfilled?: ((page: ChatMessagesPage) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#list.then(withChat).then(onFulfilled, onRejected);
  }
}

function withChat(page: Page<ChatMessage>): ChatMessagesPage {
  const { data, checkpoint, requestId, status, headers, body } = page;
  // Fields of the page take precedence over fields of the same name that may be added to chats.
  const own = { data, checkpoint, requestId, status, headers, body };
  return Object.assign(page, body as unknown as ChatWithMessages, own);
}
