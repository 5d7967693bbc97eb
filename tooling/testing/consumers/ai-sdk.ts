// A typical program of 30 lines. The checks measure its types.
import { createParlance, fromUIMessages, toUIMessageStream, type UiMessage } from '@parlance/ai-sdk';
import { defineTool, InferenceClient, streamTools } from '@parlance/inference';

const client = new InferenceClient({ baseUrl: 'https://api.example.com', apiKey: 'api-default' });
const parlance = createParlance({ client, maxOutputTokens: 2048 });

export const model = parlance('assistant-sonnet-4-6');

const clock = defineTool({
  name: 'clock',
  description: 'Returns the current time in a city',
  input: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  },
  timeoutMs: 5000,
  run: ({ city }) => `noon in ${city}`,
});

export function respond(messages: readonly UiMessage[], signal: AbortSignal): ReadableStream {
  const run = streamTools(
    client,
    {
      model: 'assistant-sonnet-4-6',
      max_tokens: 1024,
      messages: fromUIMessages(messages, { tools: [clock] }),
      tools: [clock],
    },
    { signal, maxTurns: 10 },
  );
  return toUIMessageStream(run, { onError: (error) => (error instanceof Error ? error.name : 'error') });
}
