import { experimental_streamedQuery as streamedQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Page } from '@parlance/core-transport';
import type { Chat, ChatListParams, ChatMessage } from '@parlance/schemas';
import { matchesSearch } from '../../server/chat-search.js';
import { compliance } from '../sdk/compliance.js';
import { pause } from '../ui/pause.js';

/** What the page shows of a chat, besides its messages. */
export type ChatHead = Pick<Chat, 'id' | 'name' | 'model' | 'user' | 'created_at'>;

const CHATS_PER_PAGE = 1_000;
/** Maximum number of users per chat list request. */
const USERS_PER_REQUEST = 10;
/** Newest chats whose messages are searched. */
export const MOST_SEARCHED = 500;
/** How long a text has to stay unchanged before messages are searched. */
const PAUSE_MS = 500;

/** Loads all chats of people that match the filters, newest first. The list grows page by page. */
export function useChats(params: Omit<ChatListParams, 'user_ids'>, userIds: readonly string[]) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['chats.list', params, { userIds }],
    queryFn: streamedQuery<Page<Chat>, readonly ChatHead[]>({
      streamFn: ({ signal }) => pagesOf(params, userIds, signal),
      reducer: (known, page) => [...known, ...page.data],
      initialValue: [],
      refetchMode: 'replace',
    }),
    structuralSharing: false,
    // What people wrote is not kept in memory after leaving the page.
    gcTime: 0,
  });
  const chats = useMemo(
    () => (data ?? []).toSorted((one, other) => other.created_at.localeCompare(one.created_at)),
    [data],
  );
  return { chats, error, loading: isFetching, refetch };
}

async function* pagesOf(
  params: Omit<ChatListParams, 'user_ids'>,
  userIds: readonly string[],
  signal: AbortSignal,
) {
  for (let start = 0; start < userIds.length; start += USERS_PER_REQUEST) {
    const user_ids = userIds.slice(start, start + USERS_PER_REQUEST);
    yield* compliance.chats.list({ ...params, user_ids, limit: CHATS_PER_PAGE }, { signal }).pages();
  }
}

/** Most characters of a task. */
const TASK_LENGTH = 80;

/** Returns what a chat is about: the first words of its messages. Empty if they have no text. */
export function taskIn(messages: readonly ChatMessage[]): string {
  const texts = messages.map((message) => textOf([message]));
  return texts.find((text) => text !== '')?.slice(0, TASK_LENGTH) ?? '';
}

/** Returns the text of messages, with whitespace collapsed. */
const textOf = (messages: readonly ChatMessage[]): string =>
  collapse(messages.flatMap(({ content }) => content.map(({ text }) => String(text ?? ''))).join(' '));

const collapse = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Finds the chats with a text in their messages, one after the other. The service logs each one as read. */
export function useChatsWithText(chats: readonly ChatHead[], text: string, isOn: boolean) {
  const searched = chats.slice(0, MOST_SEARCHED).map(({ id }) => id);
  const { data = [], isFetching } = useQuery({
    queryKey: ['chats.messages', { text, searched }],
    queryFn: streamedQuery<string, readonly string[]>({
      streamFn: ({ signal }) => idsWithText(searched, collapse(text).toLowerCase(), signal),
      reducer: (found, id) => [...found, id],
      initialValue: [],
      refetchMode: 'replace',
    }),
    enabled: isOn && text.trim() !== '',
    gcTime: 0,
  });
  return { found: new Set(isOn && text.trim() !== '' ? data : []), searching: isFetching };
}

async function* idsWithText(ids: readonly string[], text: string, signal: AbortSignal) {
  await pause(PAUSE_MS, signal);
  for (const id of ids)
    for await (const page of compliance.chats.messages(id, {}, { signal }).pages()) {
      if (!textOf(page.data).toLowerCase().includes(text)) continue;
      yield id;
      break;
    }
}

/** Returns the chats whose title or person contains the text, and others that are known to contain it. */
export function findChats(
  chats: readonly ChatHead[],
  text: string,
  others: ReadonlySet<string>,
): readonly ChatHead[] {
  if (text.trim() === '') return chats;
  return chats.filter((chat) => matchesSearch(chat, text) || others.has(chat.id));
}
