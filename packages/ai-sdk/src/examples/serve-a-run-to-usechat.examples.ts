/* Serves an agent run to a page. */
import assert from 'node:assert/strict';
// #region Serve a run to useChat
import { fromUIMessages, toUIMessageStream } from '@parlance/ai-sdk';
import { defineTool, InferenceClient, streamTools } from '@parlance/inference';
import { createUIMessageStreamResponse, type UIMessage } from 'ai';

const client = new InferenceClient();
const clock = defineTool({
  name: 'clock',
  description: 'Returns the current time',
  input: { type: 'object', properties: {} },
  run: () => '12:00',
});

// The handler of POST /api/chat, for any framework that uses Request and Response.
async function chat(request: Request): Promise<Response> {
  const { messages } = (await request.json()) as { messages: UIMessage[] };
  const run = streamTools(
    client,
    {
      model: 'assistant-sonnet-4-6',
      max_tokens: 1024,
      messages: fromUIMessages(messages, { tools: [clock] }),
      tools: [clock],
    },
    { signal: request.signal },
  );
  return createUIMessageStreamResponse({ stream: toUIMessageStream(run) });
}

const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text: '/tool clock {}' }] }];
const body = JSON.stringify({ messages });
const response = await chat(new Request('https://app.example.com/api/chat', { method: 'POST', body }));
const events = await response.text();
console.log(events);
// #endregion

assert.match(events, /"type":"tool-output-available"[^]*12:00/);
