import { useEffect, useState } from 'react';
import type { ContentBlockParam } from '@parlance/schemas';
import { api, call } from '../api.js';
import { settingsBody } from './chat-settings.js';
import { useConversation } from './conversation.js';
import { messagesOf } from './turn.js';

/** Delay after the last key press before the conversation is counted. */
const PAUSE_MS = 350;

/**
 * Returns the token count of the conversation with the next message, for example `1,024 tokens`.
 *
 * @param blocks - The next message.
 * @param key - Changes when the message does, and is empty while there is none. The blocks are new on each render.
 */
export function useTokenCount(blocks: readonly ContentBlockParam[], key: string): string {
  const { turns, settings } = useConversation();
  const [text, setText] = useState('');
  useEffect(() => {
    if (key === '') return setText('');
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const messages = [...messagesOf(turns), { role: 'user' as const, content: [...blocks] }];
      call(api.chat.count, { ...settingsBody(settings), messages }, stop.signal).then(
        (tokens) => setText(`${tokens.toLocaleString('en')} tokens`),
        () => setText(''),
      );
    }, PAUSE_MS);
    return () => (clearTimeout(timer), stop.abort());
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, settings, turns.length]);
  return text;
}
