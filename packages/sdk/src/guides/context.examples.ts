/* Program of the guide on context management. The tests run it against the emulator. */
import assert from 'node:assert/strict';
// #region Keep a long run within the context window
import { Conversation, defineTool, InferenceClient, runTools } from '@parlance/inference';
import { z } from 'zod';

const inference = new InferenceClient();

const readPage = defineTool({
  name: 'read_page',
  description: 'Returns a page of the manual',
  input: z.object({ page: z.int() }),
  run: ({ page }) => `Page ${page}. `.repeat(200),
});

const run = await runTools(
  inference,
  {
    model: 'assistant-sonnet-4-6',
    max_tokens: 1024,
    tools: [readPage],
    messages: [{ role: 'user', content: '/tool read_page {"page":1}' }],
    context_management: {
      edits: [
        // Clears old tool results first, then summarizes what is left.
        {
          type: 'clear_tool_uses_20250919',
          trigger: { type: 'tool_uses', value: 1 },
          keep: { type: 'tool_uses', value: 1 },
        },
        { type: 'compact_20260112', trigger: { type: 'input_tokens', value: 780 } },
      ],
    },
  },
  {
    betas: ['context-management-2025-06-27'],
    // The emulator's model repeats its last instruction; this makes it call the tool three times.
    prepareStep: ({ turn }) => (turn < 3 ? { tool_choice: { type: 'any' } } : undefined),
    onStep: ({ turn, message }) => {
      const edits = message.context_management?.applied_edits.map(({ type }) => type) ?? [];
      const isCompacted = message.content.some(({ type }) => type === 'compaction');
      console.log(turn, message.usage.input_tokens, edits, isCompacted);
    },
  },
);

// Without the beta: drop the oldest turns yourself. A tool result is never separated from its call.
const conversation = new Conversation();
for (let page = 1; page <= 10; page += 1)
  conversation.say(`Page ${page}. `.repeat(100)).add({ role: 'assistant', content: 'Noted.' });
conversation.say('Summarize the last page.');
const dropped = await conversation.fit(inference, { model: 'assistant-sonnet-4-6', maxInputTokens: 1000 });
console.log(dropped, 'turns dropped,', conversation.messages.length, 'left');
// #endregion

/** Checks what the program has done. */
export function theConversationWasCompacted(): void {
  const compacted = run.steps.filter(({ message }) =>
    message.content.some(({ type }) => type === 'compaction'),
  );
  assert(compacted.length > 0);
  assert(dropped > 0 && conversation.messages.length > 0);
}
