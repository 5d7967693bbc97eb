/** Programs whose requests the emulator answers. */
import type { ProviderV4 } from '@ai-sdk/provider';
import { createFake, type Fake } from '@parlance/testing-fakes';
import {
  APICallError,
  generateText,
  NoSuchModelError,
  Output,
  stepCountIs,
  streamText,
  tool,
  uploadFile,
  uploadSkill,
} from 'ai';
import { z } from 'zod';
import type { Connected, ProviderSubject } from './provider-subject.ts';

/** A program. */
export interface Program {
  readonly title: string;
  /** Returns what the program observes, in a few words. */
  readonly run: (subject: ProviderSubject) => Promise<string>;
  /** What is right. Default: what the official provider shows. */
  readonly expected?: string;
}

interface World extends Connected {
  readonly fake: Fake;
  /** Returns options of the provider. */
  options(fields: Readonly<Record<string, unknown>>): { providerOptions: Record<string, never> };
}

type Asked = Parameters<typeof generateText>[0];

function program(title: string, run: (world: World) => Promise<string>, expected?: string): Program {
  return {
    title,
    ...(expected !== undefined && { expected }),
    run: async (subject) => {
      const fake = createFake({ ...(subject.naming && { naming: subject.naming }) });
      await fake.listen();
      try {
        const options: World['options'] = (fields) => {
          const entries = Object.entries(fields).map(([name, value]) => [subject.option(name), value]);
          // Values are checked by the service.
          return { providerOptions: { [subject.key]: Object.fromEntries(entries) as never } };
        };
        return await run({ ...subject.connect(fake.url, fake.keys.api), fake, options });
      } catch (error) {
        return `error ${(error as Error).name}`;
      } finally {
        await fake.close();
      }
    },
  };
}

const FIELDS = [
  'thinking',
  'output_config',
  'temperature',
  'top_p',
  'top_k',
  'tool_choice',
  'stop_sequences',
  'cache_control',
];

/** A program that sends settings, and shows how they are sent and what is warned of. */
function settings(
  title: string,
  model: string,
  callOf: (world: World) => Partial<Asked>,
  expected?: string,
): Program {
  return program(
    title,
    async (world) => {
      const result = await generateText({
        model: world.model(model),
        prompt: 'hello',
        maxRetries: 0,
        include: { requestBody: true },
        ...callOf(world),
      } as Asked);
      const { body } = result.request;
      const sent = (typeof body === 'string' ? JSON.parse(body) : body) as Record<string, unknown>;
      const fields = FIELDS.filter((name) => sent[name] !== undefined).map(
        (name) => `${name} ${JSON.stringify(sent[name])}`,
      );
      const warned = (result.warnings ?? []).map((warning) =>
        'feature' in warning ? warning.feature : warning.type,
      );
      return `max_tokens ${sent['max_tokens']}${fields.map((field) => `, ${field}`).join('')}; warnings: ${warned.sort().join(', ') || 'none'}`;
    },
    expected,
  );
}

const weather = tool({
  description: 'Weather',
  inputSchema: z.object({ city: z.string() }),
  execute: ({ city }) => `Rain in ${city}`,
});
const tools = { weather };
const levels = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'] as const;
const bytes = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
);
const skill = '---\nname: greet\ndescription: Greets people\n---\nSay hello.';

function attached(title: string, mediaType: string, data: Uint8Array | URL | string): Program {
  return program(title, async ({ model }) => {
    const content = [
      { type: 'text' as const, text: 'see' },
      { type: 'file' as const, mediaType, data, filename: 'a' },
    ];
    const { request } = await generateText({
      model: model('opus-4-7'),
      messages: [{ role: 'user', content }],
      include: { requestBody: true },
    });
    const { messages } = (typeof request.body === 'string' ? JSON.parse(request.body) : request.body) as {
      messages: { content: { type: string; source?: { type: string } }[] }[];
    };
    return (
      messages[0]?.content
        .map(({ type, source }) => `${type}${source ? ` by ${source.type}` : ''}`)
        .join(', ') ?? ''
    );
  });
}

/** The programs. */
export const providerPrograms: readonly Program[] = [
  ...levels.map((reasoning) =>
    settings(`Reasoning \`${reasoning}\` of a model that decides on its thinking`, 'opus-4-7', () => ({
      reasoning,
    })),
  ),
  ...levels.map((reasoning) =>
    settings(`Reasoning \`${reasoning}\` of a model with a budget`, 'haiku-4-5', () => ({
      reasoning,
      maxOutputTokens: 2000,
    })),
  ),
  settings(
    'Reasoning of a model that does not think',
    '3-haiku-20240307',
    () => ({ reasoning: 'high', maxOutputTokens: 100 }),
    'max_tokens 100; warnings: reasoning',
  ),
  settings('No maximum of output tokens', 'haiku-4-5', () => ({})),
  settings('More output tokens than the model generates', 'haiku-4-5', () => ({ maxOutputTokens: 999_999 })),
  settings('Temperature beside thinking', 'haiku-4-5', () => ({
    temperature: 0.5,
    reasoning: 'low',
    maxOutputTokens: 2000,
  })),
  settings('Temperature and `topP`', 'haiku-4-5', () => ({
    temperature: 0.5,
    topP: 0.5,
    maxOutputTokens: 100,
  })),
  settings('A temperature of 2', 'haiku-4-5', () => ({ temperature: 2, maxOutputTokens: 100 })),
  settings('`topK` and stop sequences', 'haiku-4-5', () => ({
    topK: 5,
    stopSequences: ['END'],
    maxOutputTokens: 100,
  })),
  settings('Penalties and a seed', 'haiku-4-5', () => ({
    seed: 1,
    presencePenalty: 1,
    frequencyPenalty: 1,
    maxOutputTokens: 100,
  })),
  settings('A forced tool call', 'haiku-4-5', () => ({
    tools,
    toolChoice: 'required',
    maxOutputTokens: 100,
  })),
  settings('A forced tool', 'haiku-4-5', () => ({
    tools,
    toolChoice: { type: 'tool', toolName: 'weather' },
    maxOutputTokens: 100,
  })),
  settings(
    'A forced tool call beside a budget, which the service does not support',
    'haiku-4-5',
    () => ({ tools, toolChoice: 'required', reasoning: 'low', maxOutputTokens: 2000 }),
    'error AI_ToolChoiceViolationError',
  ),
  settings('A cache breakpoint of the whole request', 'haiku-4-5', ({ options }) => ({
    ...options({ cache_control: { type: 'ephemeral' } }),
    maxOutputTokens: 100,
  })),
  attached('An image as bytes', 'image/png', bytes),
  attached('An image by URL', 'image/png', new URL('https://example.com/a.png')),
  attached('A PDF by URL', 'application/pdf', new URL('https://example.com/a.pdf')),
  attached('A text file', 'text/plain', Buffer.from('It rains.').toString('base64')),
  program(
    'Text',
    async ({ model }) => (await generateText({ model: model('opus-4-7'), prompt: 'hello' })).text,
  ),
  program(
    'Streamed text',
    async ({ model }) => streamText({ model: model('opus-4-7'), prompt: 'hello' }).text,
  ),
  program('Usage', async ({ model }) =>
    JSON.stringify((await generateText({ model: model('opus-4-7'), prompt: 'hello' })).usage.inputTokens),
  ),
  program(
    'A reply that is cut off',
    async ({ model }) =>
      (await generateText({ model: model('opus-4-7'), prompt: 'many words', maxOutputTokens: 1 }))
        .finishReason,
  ),
  program('A tool loop', async ({ model }) => {
    const { steps, text } = await generateText({
      model: model('opus-4-7'),
      prompt: '/tool weather {"city":"Oslo"}',
      tools,
      stopWhen: stepCountIs(3),
    });
    return `${steps.length} steps, ${text}`;
  }),
  program(
    'A streamed tool loop',
    async ({ model }) =>
      streamText({
        model: model('opus-4-7'),
        prompt: '/tool weather {"city":"Oslo"}',
        tools,
        stopWhen: stepCountIs(3),
      }).text,
  ),
  program('A search by the emulator', async ({ model, tool: declare }) => {
    const { content } = await generateText({
      model: model('opus-4-7'),
      prompt: '/tool web_search {"query":"rain"}',
      tools: { search: declare('web_search_20250305') },
    });
    return content.map(({ type }) => type).join(', ');
  }),
  program('Structured output', async ({ model }) => {
    const output = Output.object({ schema: z.object({ name: z.string() }) });
    const result = await generateText({ model: model('opus-4-7'), prompt: 'a name', output });
    return typeof result.output.name;
  }),
  program(
    'A paused turn',
    async ({ fake, model }) => {
      const paused = { reply: [{ type: 'text', text: 'Searching. ' }], stop_reason: 'pause_turn' };
      fake.setScripts([{ steps: [paused, { reply: 'Found.' }] }] as never);
      return (await generateText({ model: model('opus-4-7'), prompt: 'search' })).text;
    },
    'Searching. Found.',
  ),
  program('An error of the service', async ({ fake, model }) => {
    fake.setFaults([{ match: { path: '/v1/messages' }, times: 9, status: 400 }]);
    const error: unknown = await generateText({ model: model('opus-4-7'), prompt: 'hello' }).catch(
      (thrown: unknown) => thrown,
    );
    return APICallError.isInstance(error)
      ? `APICallError, status ${error.statusCode}, retryable: ${error.isRetryable}`
      : String(error);
  }),
  program('An abort', async ({ model }) => {
    const abortSignal = AbortSignal.abort();
    const error: unknown = await generateText({
      model: model('opus-4-7'),
      prompt: 'hello',
      abortSignal,
    }).catch((thrown: unknown) => thrown);
    return (error as Error).name;
  }),
  program('A file is uploaded', async ({ provider }) => {
    const { filename, byteSize } = await uploadFile({
      api: provider,
      data: { type: 'text', text: 'It rains.' },
      mediaType: 'text/plain',
      filename: 'a.txt',
    });
    return `${filename}, ${byteSize} bytes`;
  }),
  program(
    'A skill is uploaded',
    async ({ provider }) => {
      const files = [{ path: 'greet/SKILL.md', data: { type: 'text' as const, text: skill } }];
      const { name, description } = await uploadSkill({ api: provider, displayTitle: 'Greet', files });
      return `${name}: ${description}`;
    },
    'greet: Greets people',
  ),
  program('A batch is started', async ({ provider, model }) => {
    const { experimental_batch: batch } = provider as ProviderV4 & {
      experimental_batch(): {
        doStartBatch(options: object): Promise<{ status: string; requestCounts: object }>;
      };
    };
    const prompt = [{ role: 'user', content: [{ type: 'text', text: 'hello' }] }];
    const { modelId } = model('opus-4-7') as { modelId: string };
    const { status, requestCounts } = await batch().doStartBatch({
      requests: [{ type: 'text', id: 'one', modelId, options: { prompt } }],
    });
    return `${status}, ${JSON.stringify(requestCounts)}`;
  }),
  program('An embedding', async ({ provider }) => {
    try {
      return String(provider.embeddingModel('e'));
    } catch (error) {
      return NoSuchModelError.isInstance(error) ? 'NoSuchModelError' : String(error);
    }
  }),
];
