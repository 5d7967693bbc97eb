import type { ApiPromise, CallOptions, ListOptions, Paginator } from '@parlance/core-transport';
import type { Transport } from '@parlance/core-transport/internal';
import { deleteChat, listChatMessages, listChats } from '@parlance/schemas/compliance';
import type { Chat, ChatListParams, ChatMessageListParams, DeletedChat } from '@parlance/schemas/compliance';
import { ChatMessages } from './chat-messages.js';
import { ChatsForUsers, type ChatsForUsersOptions, type ChatsForUsersParams } from './chats-for-users.js';

/** Lists, reads and deletes the chats of all users. */
export class Chats {
  readonly #transport: Transport;

  /** @param transport - Sends the operations. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the chats of 1 to 10 users, oldest first. For more users, use {@link Chats.listForUsers}. */
  list(params: ChatListParams, options?: ListOptions): Paginator<Chat> {
    return this.#transport.list(listChats, { query: params }, options);
  }

  /**
   * Lists the chats of any number of users, asking for ten users at a time: in the order of the users' batches, within a
   * batch oldest first. A user named twice counts once.
   *
   * @param userIds - The users, for example from `organizations.listUsers`; read as the walk goes on.
   * @param params - Filters, and chats per page (default 1,000).
   * @param options - Checkpoint to resume at, requests at once, and the options of each call.
   * @throws `ConfigError` For a wrong option.
   */
  listForUsers(
    userIds: Iterable<string> | AsyncIterable<string>,
    params: ChatsForUsersParams = {},
    options: ChatsForUsersOptions = {},
  ): ChatsForUsers {
    return new ChatsForUsers((query, rest) => this.list(query, rest), { userIds, params, options });
  }

  /**
   * Reads a chat and its messages. `await` returns the chat with its first page of messages; `for await` yields the
   * messages of all pages. Without `limit`, the first page contains all messages.
   */
  messages(chatId: string, params: ChatMessageListParams = {}, options?: ListOptions): ChatMessages {
    const input = { params: { assistant_chat_id: chatId }, query: params };
    return new ChatMessages(this.#transport.list(listChatMessages, input, options));
  }

  /** Deletes a chat for good, with all its messages and files. It cannot be undone. */
  delete(chatId: string, options?: CallOptions): ApiPromise<DeletedChat> {
    return this.#transport.call(deleteChat, { params: { assistant_chat_id: chatId } }, options);
  }
}
