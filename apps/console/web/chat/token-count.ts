import { useQuery } from '@tanstack/react-query';
import type { ContentBlockParam } from '@parlance/schemas';
import { SAMPLE_TOOLS } from '../../server/sample-tools.js';
import { inference } from '../sdk/inference.js';
import { plural } from '../ui/format.js';
import { pause } from '../ui/pause.js';
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
  const { data: tokens, error } = useQuery({
    // The key identifies the messages, which are too long to compare.
    queryKey: ['messages.countTokens', { settings, turns: turns.length, key }],
    queryFn: async ({ signal }) => {
      await pause(PAUSE_MS, signal);
      const messages = [...messagesOf(turns), { role: 'user' as const, content: [...blocks] }];
      const { useTools, ...params } = settingsBody(settings);
      const tools = useTools ? SAMPLE_TOOLS.map(({ definition }) => definition) : [];
      const counted = await inference.messages.countTokens({ ...params, messages, tools }, { signal });
      return counted.input_tokens;
    },
    enabled: key !== '',
    gcTime: 0,
  });
  return key === '' || error !== null || tokens === undefined ? '' : plural(tokens, 'token');
}
