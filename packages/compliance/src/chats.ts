import type { ApiPromise, CallOptions, ListOptions, Paginator } from '@parlance/core-transport';
import type { Transport } from '@parlance/core-transport/internal';
import { deleteChat, listChatMessages, listChats } from '@parlance/schemas/compliance';
import type { Chat, ChatListParams, ChatMessageListParams, DeletedChat } from '@parlance/schemas/compliance';
import { outcomeOf, type ChatDeletion } from './chat-deletion.js';
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
   * Lists the chats of any number of users. The users are sorted and divided into partitions of ten, which are read
   * one after the other; within a partition, chats are listed oldest first.
   *
   * To resume after a failure, save the users and the checkpoint of the last page, and pass both. To share the work
   * between machines, divide the users with `partitionUsers` and pass each partition to {@link Chats.list}.
   *
   * @param users - User ids, for example from `organizations.listUsers`. All are read before the first request.
   * @param params - Filters, and the number of chats per page (default 1,000).
   * @param options - Checkpoint to resume from, concurrency, and the options of each call.
   * @throws `ConfigError` For an invalid or unknown option, or a checkpoint of another list.
   */
  listForUsers(
    users: Iterable<string> | AsyncIterable<string>,
    params: ChatsForUsersParams = {},
    options: ChatsForUsersOptions = {},
  ): ChatsForUsers {
    return new ChatsForUsers((query, rest) => this.list(query, rest), { users, params, options });
  }

  /**
   * Reads a chat and its messages. `await` returns the chat with its first page of messages; `for await` yields the
   * messages of all pages. Without `limit`, the first page contains all messages.
   */
  messages(chatId: string, params: ChatMessageListParams = {}, options?: ListOptions): ChatMessages {
    const input = { params: { assistant_chat_id: chatId }, query: params };
    return new ChatMessages(this.#transport.list(listChatMessages, input, options));
  }

  /**
   * Deletes a chat permanently, with all its messages and files. This cannot be undone.
   *
   * The deletion is retried when its response is lost. A retry that does not find the chat throws a `NotFoundError` with
   * `maybeApplied: true`, because the first attempt may have deleted it. {@link Chats.deleteIfExists} distinguishes these
   * cases for you.
   *
   * @throws `NotFoundError` When the chat does not exist.
   */
  delete(chatId: string, options?: CallOptions): ApiPromise<DeletedChat> {
    return this.#transport.call(deleteChat, { params: { assistant_chat_id: chatId } }, options);
  }

  /**
   * Deletes a chat permanently, like {@link Chats.delete}, and returns whether this call deleted it, whether it was
   * already gone, or whether that is unknown because a response was lost. Use it for retention jobs that may run twice
   * and have to record what happened.
   *
   * @throws The error of the call when the chat is certainly unchanged, for example `PermissionError`; `AbortedError` when
   * the call is aborted.
   */
  deleteIfExists(chatId: string, options?: CallOptions): Promise<ChatDeletion> {
    return outcomeOf(chatId, this.delete(chatId, options));
  }
}
