import { useEffect, useState } from 'react';
import type { Checkpoint } from '@parlance/core-transport';
import type { Chat, ChatListParams } from '@parlance/schemas';
import type { Problem } from '../../server/problem.js';
import { ask, problemFrom } from '../rpc.js';
import { outage } from '../shell/outage.js';

interface State {
  readonly chats: readonly Chat[];
  readonly next: Checkpoint | null;
  readonly problem: Problem | undefined;
  readonly loading: boolean;
}

/** Loads the chats that match the filters, page by page. `more` loads the next page and is undefined after the last. */
export function useChatPages(params: ChatListParams) {
  const [state, setState] = useState<State>({ chats: [], next: null, problem: undefined, loading: true });
  const [from, setFrom] = useState<Checkpoint | null>(null);
  const [round, setRound] = useState(0);
  const key = JSON.stringify(params);
  useEffect(() => setFrom(null), [key]);
  useEffect(() => {
    const stop = new AbortController();
    setState((known) => ({ ...known, problem: undefined, loading: true }));
    ask('compliance.chats', { ...(JSON.parse(key) as ChatListParams), resumeFrom: from }, stop.signal).then(
      ({ chats, next }) =>
        setState((known) => ({
          chats: from === null ? chats : [...known.chats, ...chats],
          next,
          problem: undefined,
          loading: false,
        })),
      (error: unknown) => {
        if (stop.signal.aborted) return;
        const problem = problemFrom(error);
        outage.report(problem);
        setState((known) => ({ ...known, problem, loading: false }));
      },
    );
    return () => stop.abort();
  }, [key, from, round]);
  useEffect(() => outage.onBack(() => setRound((value) => value + 1)), []);
  const remove = (id: string) =>
    setState((known) => ({ ...known, chats: known.chats.filter((chat) => chat.id !== id) }));
  return { ...state, remove, more: state.next === null ? undefined : () => setFrom(state.next) };
}
