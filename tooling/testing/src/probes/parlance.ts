/** `@parlance/inference`, and `@parlance/managed-agents` for creating objects. */
import { InferenceClient } from '@parlance/inference';
import { ManagedAgentsClient } from '@parlance/managed-agents';
import { validator } from '@parlance/schemas/validation';
import { TOOL } from '../request.ts';
import { KEY, PARAMS, type Client, type Subject } from './subject.ts';

export const subject: Subject = {
  dialect: 'messages',
  options: { silenceMs: 'timeouts.contentGapMs', validate: 'validation' },
  connect(baseUrl, { silenceMs, validate } = {}) {
    const client = new InferenceClient({
      baseUrl,
      apiKey: KEY,
      ...(silenceMs !== undefined && { timeouts: { firstContentMs: silenceMs, contentGapMs: silenceMs } }),
      ...(validate && { validation: validator({ requests: 'throw', responses: 'throw' }) }),
    });
    const agents = new ManagedAgentsClient({ baseUrl, apiKey: KEY });
    return {
      held: client,
      create: () => agents.vaults.create({ display_name: 'Deployment keys' }),
      ...inference(client),
      ...lists(client, baseUrl),
    };
  },
  async testDouble() {
    const { createFake } = await import('@parlance/testing-fakes');
    const fake = createFake();
    const reply = await new InferenceClient({
      baseUrl: fake.url,
      apiKey: fake.keys.api,
      http: fake.http(),
    }).messages.create(PARAMS);
    await fake.close();
    return reply.type === 'message' ? 'an emulator of the service' : 'nothing that answers';
  },
};

function inference(client: InferenceClient): Pick<Client, 'ask' | 'wholeText' | 'loop' | 'toolInput'> {
  return {
    ask: ({ signal, wrong } = {}) =>
      client.messages.create(wrong ? { ...PARAMS, max_tokens: 'many' as unknown as number } : PARAMS, {
        signal,
      }),
    wholeText: (signal) => client.messages.stream(PARAMS, { signal }).finalText(),
    loop: async (onText, signal) => {
      for await (const text of client.messages.stream(PARAMS, { signal }).textStream()) {
        if (onText(text)) break;
      }
      return '';
    },
    toolInput: async (onInput) => {
      const stream = client.messages.stream({ ...PARAMS, tools: [TOOL] });
      stream.on('inputJson', (_piece, input) => onInput(input));
      await stream.finalMessage();
    },
  };
}

function lists(client: InferenceClient, baseUrl: string): Pick<Client, 'items' | 'resume'> {
  return {
    items: () => client.models.list(),
    resume: async () => {
      const saved = JSON.stringify((await client.models.list()).checkpoint);
      await new InferenceClient({ baseUrl, apiKey: KEY }).models.list({}, { resumeFrom: JSON.parse(saved) });
    },
  };
}
