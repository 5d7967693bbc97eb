import { experimental_streamedQuery as streamedQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ChatListParams } from '@parlance/schemas';
import { matchesSearch } from '../../server/chat-search.js';
import type { ChatHead } from '../../server/compliance.js';
import { api, watch } from '../api.js';

/** Loads all chats that match the filters, newest first. The list grows page by page. */
export function useChats(params: ChatListParams) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [api.compliance.chats.$path(), params],
    queryFn: streamedQuery<ChatHead[], ChatHead[]>({
      streamFn: ({ signal }) => watch(api.compliance.chats, params, signal),
      reducer: (known, page) => [...known, ...page],
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
