/** What a model supports, errors, files, skills and batches, with the functions of the AI SDK. */
import { APICallError, type LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { ApiError, AbortedError, InferenceClient, ConnectionError } from '@parlance/inference';
import { createFake } from '@parlance/testing-fakes';
import { generateText, streamText, uploadFile, uploadSkill } from 'ai';
import { describe, expect, test } from 'vitest';
import { createParlance } from './parlance-provider.js';

async function start() {
  const fake = createFake({ checkResponses: true });
  const client = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });
  const parlance = createParlance({ client });
  return {
    fake,
    client,
    parlance,
    async [Symbol.asyncDispose]() {
      await client.close();
      await fake.close();
    },
  };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => void setImmediate(resolve));
}

const prompt: LanguageModelV4CallOptions['prompt'] = [
  { role: 'user', content: [{ type: 'text', text: 'hello' }] },
];
const [ADAPTIVE, BUDGET, NONE] = ['assistant-opus-4-7', 'assistant-haiku-4-5', 'assistant-3-haiku-20240307'];
const omitted = (feature: string): object => expect.objectContaining({ type: 'unsupported', feature });

describe('settings by the capabilities of the model', () => {
  test.each<[string, Partial<LanguageModelV4CallOptions>, object, readonly object[]]>([
    [ADAPTIVE, {}, { max_tokens: 128_000 }, []],
    [BUDGET, {}, { max_tokens: 64_000 }, []],
    [
      ADAPTIVE,
      { reasoning: 'high' },
      { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } },
      [],
    ],
    [
      ADAPTIVE,
      { reasoning: 'minimal' },
      { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'low' } },
      [expect.objectContaining({ type: 'compatibility', feature: 'reasoning' })],
    ],
    [
      BUDGET,
      { reasoning: 'high' },
      { thinking: { type: 'enabled', budget_tokens: 38_400 }, max_tokens: 64_000 },
      [],
    ],
    [
      BUDGET,
      { reasoning: 'minimal', maxOutputTokens: 100 },
      { thinking: { type: 'enabled', budget_tokens: 1280 }, max_tokens: 1380 },
      [],
    ],
    [NONE, { reasoning: 'high' }, { thinking: undefined }, [omitted('reasoning')]],
    [NONE, { reasoning: 'none' }, { thinking: undefined }, []],
    [
      ADAPTIVE,
      { reasoning: 'low', temperature: 0.5, topP: 0.5, topK: 5 },
      { temperature: undefined, top_p: undefined, top_k: undefined },
      [omitted('temperature'), omitted('topP'), omitted('topK')],
    ],
    [ADAPTIVE, { temperature: 2 }, { temperature: 1 }, [omitted('temperature')]],
    [ADAPTIVE, { temperature: 0.5, topP: 0.5 }, { temperature: 0.5, top_p: undefined }, [omitted('topP')]],
    [ADAPTIVE, { maxOutputTokens: 999_999 }, { max_tokens: 128_000 }, [omitted('maxOutputTokens')]],
    [
      BUDGET,
      {
        reasoning: 'low',
        tools: [{ type: 'function', name: 'weather', inputSchema: { type: 'object' } }],
        toolChoice: { type: 'required' },
      },
      { tool_choice: { type: 'auto' } },
      [omitted('toolChoice')],
    ],
    ['model-of-a-proxy', { reasoning: 'high' }, { max_tokens: 4096, thinking: { type: 'adaptive' } }, []],
  ])('%s %j', async (modelId, settings, fields, warnings) => {
    await using started = await start();
    const result = await started.parlance(modelId).doGenerate({ prompt, ...settings });
    expect(result.request?.body).toMatchObject(
      Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    );
    for (const [name, value] of Object.entries(fields))
      if (value === undefined) expect(result.request?.body).not.toHaveProperty(name);
    expect(result.warnings).toEqual(warnings);
  });

  test('a model is looked up once', async () => {
    await using started = await start();
    for (let call = 0; call < 3; call += 1) await started.parlance(ADAPTIVE).doGenerate({ prompt });
    expect(started.fake.journal().filter(({ path }) => path.startsWith('/v1/models/'))).toHaveLength(1);
  });
});

describe('a turn that the service pauses is continued', () => {
  const script = [
    {
      steps: [
        { reply: [{ type: 'text', text: 'Searching. ' }], stop_reason: 'pause_turn' },
        { reply: [{ type: 'text', text: 'Found.' }] },
      ],
    },
  ];

  test('by generateText', async () => {
    await using started = await start();
    started.fake.setScripts(script as never);
    const result = await generateText({ model: started.parlance(ADAPTIVE), prompt: 'search' });
    expect([result.text, result.finishReason, result.steps.length]).toEqual(['Searching. Found.', 'stop', 1]);
  });

  test('by streamText, with distinct ids', async () => {
    await using started = await start();
    started.fake.setScripts(script as never);
    const result = streamText({ model: started.parlance(ADAPTIVE), prompt: 'search' });
    const ids: string[] = [];
    for await (const part of result.fullStream) if (part.type === 'text-start') ids.push(part.id);
    expect(ids).toEqual(['0', '1']);
    expect(await result.text).toBe('Searching. Found.');
  });
});

describe('errors', () => {
  test('of a failed call are those of the client and of the AI SDK', async () => {
    await using started = await start();
    started.fake.setFaults([{ match: { path: '/v1/messages' }, times: 100, status: 400 }]);
    const model = started.parlance(ADAPTIVE);
    const error: unknown = await model.doGenerate({ prompt }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(APICallError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({
      name: 'BadRequestError',
      statusCode: 400,
      isRetryable: false,
      url: '/v1/messages',
    });
    expect(Object.keys(error as object)).not.toContain('responseBody');
    const streamed: unknown = await Promise.resolve(model.doStream({ prompt })).catch(
      (thrown: unknown) => thrown,
    );
    expect(APICallError.isInstance(streamed)).toBe(true);
  });

  test('of a connection too', async () => {
    const client = new InferenceClient({
      baseUrl: 'http://127.0.0.1:1',
      apiKey: 'key',
      retry: { maxRetries: 0 },
    });
    const error: unknown = await createParlance({ client })('m')
      .doGenerate({ prompt })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(APICallError.isInstance(error)).toBe(true);
    await client.close();
  });

  test('of an abort have the name that the AI SDK tests for', async () => {
    await using started = await start();
    const abortSignal = AbortSignal.abort();
    const call = started.parlance(ADAPTIVE).doGenerate({ prompt, abortSignal });
    const error: unknown = await call.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({ name: 'AbortError' });
  });
});

test('files are uploaded, described, used in prompts and deleted', async () => {
  await using started = await start();
  const { parlance } = started;
  const data = new TextEncoder().encode('plain');
  const uploaded = await uploadFile({ api: parlance, data, mediaType: 'text/plain', filename: 'a.txt' });
  expect(uploaded).toMatchObject({ filename: 'a.txt', mediaType: 'text/plain', byteSize: 5 });
  const file = uploaded.providerReference;
  expect(await parlance.files().getFileMetadata({ file })).toMatchObject({
    providerReference: file,
    byteSize: 5,
  });
  const content = [
    { type: 'file' as const, mediaType: 'text/plain', data: { type: 'reference' as const, reference: file } },
  ];
  const { request } = await parlance(ADAPTIVE).doGenerate({ prompt: [{ role: 'user', content }] });
  expect(request?.body).toMatchObject({
    messages: [{ content: [{ type: 'document', source: { type: 'file', file_id: file['parlance'] } }] }],
  });
  expect(await parlance.files().deleteFile({ file })).toMatchObject({ deleted: true });
  const error: unknown = await Promise.resolve(parlance.files().downloadFile({ file })).catch(
    (thrown: unknown) => thrown,
  );
  expect(APICallError.isInstance(error)).toBe(true);
  await expect(parlance.files().getFileMetadata({ file: { other: 'file_1' } })).rejects.toThrow(/reference/);
});

test('skills are uploaded', async () => {
  await using started = await start();
  const text = '---\nname: greet\ndescription: Greets people\n---\nSay hello.';
  const skill = await uploadSkill({
    api: started.parlance,
    displayTitle: 'Greet',
    files: [{ path: 'greet/SKILL.md', data: { type: 'text', text } }],
  });
  expect(skill).toMatchObject({ displayTitle: 'Greet', name: 'greet', description: 'Greets people' });
  expect(skill.providerReference['parlance']).toMatch(/^skill_/);
});

test('batches are started, listed and read', async () => {
  await using started = await start();
  const batch = started.parlance.experimental_batch();
  const request = { type: 'text' as const, modelId: ADAPTIVE, options: { prompt, seed: 1 } };
  const { batchId, warnings } = await batch.doStartBatch({
    requests: [
      { ...request, id: 'one' },
      { ...request, id: 'two' },
    ],
  });
  expect(warnings).toMatchObject([{ requestId: 'one' }, { requestId: 'two' }]);
  await settle();
  started.fake.world().clock.advance(60_000);
  await settle();
  expect(await batch.doGetBatchStatus({ batchId })).toMatchObject({
    status: 'completed',
    requestCounts: { total: 2, pending: 0 },
  });
  const results = [];
  for await (const item of await batch.doGetBatchResults({ batchId })) results.push(item);
  expect(results.map(({ id, status }) => [id, status])).toEqual(
    expect.arrayContaining([
      ['one', 'succeeded'],
      ['two', 'succeeded'],
    ]),
  );
  expect(results[0]).toMatchObject({ result: { content: [{ type: 'text', text: 'You said: hello' }] } });
  expect((await batch.doListBatches({ limit: 1 })).batches).toMatchObject([{ batchId }]);
  expect(await batch.doCancelBatch({ batchId })).toEqual({});
});
