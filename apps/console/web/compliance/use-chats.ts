import { experimental_streamedQuery as streamedQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Page } from '@parlance/core-transport';
import type { Chat, ChatListParams } from '@parlance/schemas';
import { matchesSearch } from '../../server/chat-search.js';
import { compliance } from '../sdk/compliance.js';

/** What the page shows of a chat, besides its messages. */
export type ChatHead = Pick<Chat, 'id' | 'name' | 'model' | 'user' | 'created_at'>;

const CHATS_PER_PAGE = 1_000;

/** Loads all chats that match the filters, newest first. The list grows page by page. */
export function useChats(params: ChatListParams) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['chats.list', params],
    queryFn: streamedQuery<Page<Chat>, readonly ChatHead[]>({
      streamFn: ({ signal }) =>
        compliance.chats.list({ ...params, limit: CHATS_PER_PAGE }, { signal }).pages(),
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

/** Returns the chats whose title or person contains the text. */
export function findChats(chats: readonly ChatHead[], text: string): readonly ChatHead[] {
  return text.trim() === '' ? chats : chats.filter((chat) => matchesSearch(chat, text));
}
