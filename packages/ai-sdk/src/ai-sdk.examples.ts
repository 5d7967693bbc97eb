/** The AI SDK over the client. The tests run it against the emulator. */
import assert from 'node:assert/strict';
import { createParlance, fromUIMessages, toUIMessageStream } from '@parlance/ai-sdk';
import { defineTool, InferenceClient, streamTools } from '@parlance/inference';
import { createFake } from '@parlance/testing-fakes';
import { createUIMessageStreamResponse, generateText, Output, stepCountIs, tool, type UIMessage } from 'ai';
import { z } from 'zod';

const fake = createFake();
const options = { baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() };

/** Generates text with a tool. */
export async function generate(): Promise<void> {
  const question = '/tool weather {"city":"Oslo"}';
  // #region Generate text with tools
  const parlance = createParlance({ client: new InferenceClient(options) });
  const { text, usage } = await generateText({
    model: parlance('assistant-sonnet-4-6'),
    prompt: question,
    tools: {
      weather: tool({
        description: 'Returns the weather in a city',
        inputSchema: z.object({ city: z.string() }),
        execute: ({ city }) => ({ city, celsius: 21 }),
      }),
    },
    stopWhen: stepCountIs(5),
  });
  console.log(text, usage.outputTokens);
  // #endregion
  assert.match(text, /"celsius":21/);
}

/** Generates an object, with options of this provider. */
export async function generateWithOptions(): Promise<void> {
  const parlance = createParlance({ client: new InferenceClient(options) });
  // #region Use options of the provider
  const { output, providerMetadata } = await generateText({
    model: parlance('assistant-sonnet-4-6'),
    messages: [
      {
        role: 'user',
        content: 'Who wrote Hamlet?',
        providerOptions: { parlance: { cache_control: { type: 'ephemeral' } } },
      },
    ],
    output: Output.object({ schema: z.object({ name: z.string(), born: z.number() }) }),
    providerOptions: { parlance: { metadata: { user_id: 'user-17' } } },
  });
  console.log(output.name, providerMetadata?.parlance);
  // #endregion
  assert.equal(typeof output.name, 'string');
}

/** Serves an agent run to a page. */
export async function serveRun(): Promise<void> {
  const client = new InferenceClient(options);
  const clock = defineTool({
    name: 'clock',
    description: 'Returns the current time',
    input: { type: 'object', properties: {} },
    run: () => '12:00',
  });
  const body = JSON.stringify({
    messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: '/tool clock {}' }] }],
  });
  const request = new Request('https://app.example.com/api/chat', { method: 'POST', body });
  // #region Serve a run to useChat
  const { messages } = (await request.json()) as { messages: UIMessage[] };
  const run = streamTools(
    client,
    { model: 'assistant-sonnet-4-6', max_tokens: 1024, messages: fromUIMessages(messages), tools: [clock] },
    { signal: request.signal },
  );
  const response = createUIMessageStreamResponse({ stream: toUIMessageStream(run) });
  // #endregion
  assert.match(await response.text(), /"type":"tool-output-available"[^]*12:00/);
}
