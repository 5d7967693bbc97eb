/* Resumes a run once a page has decided on a call. */
import assert from 'node:assert/strict';
// #region Resume a run that a page approved
import { approvalsFromUIMessages, fromUIMessages, toUIMessageStream } from '@parlance/ai-sdk';
import { defineTool, InferenceClient, streamTools, type ToolRunCheckpoint } from '@parlance/inference';
import { readUIMessageStream, type UIMessage } from 'ai';

const client = new InferenceClient();
const refund = defineTool({
  name: 'refund',
  description: 'Refunds an order',
  input: { type: 'object', properties: { order: { type: 'string' } } },
  approval: true,
  run: () => 'refunded',
});
const checkpoints = new Map<string, ToolRunCheckpoint>();

function chat(id: string, messages: UIMessage[]): ReturnType<typeof toUIMessageStream> {
  const saved = checkpoints.get(id);
  const params = {
    model: 'assistant-sonnet-4-6',
    max_tokens: 1024,
    messages: saved === undefined ? fromUIMessages(messages, { tools: [refund] }) : [...saved.messages],
    tools: [refund],
  };
  const run = streamTools(client, params, {
    resumeFrom: saved,
    ...(saved !== undefined && { approve: approvalsFromUIMessages(messages) }),
  });
  checkpoints.delete(id);
  return toUIMessageStream(run, { onCheckpoint: (checkpoint) => void checkpoints.set(id, checkpoint) });
}

// The page: it shows the request for approval, and sends the decision.
const asked: UIMessage = {
  id: '1',
  role: 'user',
  parts: [{ type: 'text', text: '/tool refund {"order":"17"}' }],
};
let shown: UIMessage | undefined;
for await (const message of readUIMessageStream({ stream: chat('chat-1', [asked]) })) shown = message;
const parts = (shown?.parts ?? []).map((part) =>
  'approval' in part
    ? { ...part, state: 'approval-responded', approval: { ...part.approval, approved: true } }
    : part,
);
const decided = { id: '2', role: 'assistant', parts } as UIMessage;
const outputs: unknown[] = [];
for await (const chunk of chat('chat-1', [asked, decided]))
  if (chunk.type === 'tool-output-available') outputs.push(chunk.output);
console.log(outputs);
// #endregion

assert.deepEqual(outputs, ['refunded']);
