import { useEffect, useState } from 'react';
import type { ContentBlockParam } from '@parlance/schemas';
import { ask } from '../rpc.js';
import { settingsBody } from './chat-settings.js';
import { useConversation } from './conversation.js';
import { messagesOf } from './turn.js';

/** After the last key press; then the whole conversation is counted. */
const PAUSE_MS = 350;

/**
 * Says how many tokens the conversation would have with the next message.
 *
 * @param blocks - The next message.
 * @param key - Says whether the message is another; empty while nothing is written. The blocks are new each time.
 */
export function useTokenCount(blocks: readonly ContentBlockParam[], key: string): string {
  const { turns, settings } = useConversation();
  const [text, setText] = useState('');
  useEffect(() => {
    if (key === '') return setText('');
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const messages = [...messagesOf(turns), { role: 'user' as const, content: [...blocks] }];
      ask('chat.count', { ...settingsBody(settings), messages }, stop.signal).then(
        (tokens) => setText(`${tokens.toLocaleString('en')} tokens`),
        () => setText(''),
      );
    }, PAUSE_MS);
    return () => (clearTimeout(timer), stop.abort());
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, settings, turns.length]);
  return text;
}
