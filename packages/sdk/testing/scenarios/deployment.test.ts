import { AdminClient } from '@parlance/admin';
import { ComplianceClient } from '@parlance/compliance';
import { FetchAdapter, NotFoundError, InvalidParamsError, BadRequestError } from '@parlance/core-transport';
import { InferenceClient } from '@parlance/inference';
import { validator } from '@parlance/schemas/validation';
import { createFake } from '@parlance/testing-fakes';
import { expect, test } from 'vitest';
import { type Deployment, NAMES, namesIn, openDeployment } from './deployment.js';

/** Text of the user with the words of both sides. */
const TEXT = 'the vendor-version of acme-robin and the assistant_chat_1 of githost and gitbox';

function open() {
  const fake = createFake({ seed: 'demo' });
  const sent: string[] = [];
  const deployment: Deployment = openDeployment(fake.fetch);
  const http = new FetchAdapter({
    fetch: async (input, init) => {
      const request = new Request(input, init);
      sent.push(await request.clone().text());
      return deployment.fetch(request);
    },
  });
  return { fake, deployment, sent, options: { baseUrl: fake.url, http, naming: NAMES } };
}

test('text and keys of the user are sent and shown unchanged', async () => {
  const { fake, deployment, sent, options } = open();
  const inference = new InferenceClient({ ...options, apiKey: fake.keys.api });
  const message = await inference.messages.create({
    model: 'assistant-opus-4-7',
    max_tokens: 100,
    system: TEXT,
    messages: [{ role: 'user', content: TEXT }],
  });
  expect(JSON.parse(sent[0] as string)).toMatchObject({
    model: 'robin-opus-4-7',
    system: TEXT,
    messages: [{ role: 'user', content: TEXT }],
  });
  expect(message).toMatchObject({ model: 'assistant-opus-4-7', role: 'assistant' });
  expect(message.content[0]).toMatchObject({ text: `You said: ${TEXT}` });
  const admin = new AdminClient({ ...options, adminKey: fake.keys.admin });
  const tags = { 'team vendor': TEXT, 'team acme': TEXT };
  const workspace = await admin.workspaces.create({ name: TEXT, tags });
  expect(workspace).toMatchObject({ name: TEXT, tags });
  expect(deployment.leaks).toEqual([]);
});

test('headers are sent with the names of the deployment and shown with those of the documents', async () => {
  const { fake, deployment, options } = open();
  const inference = new InferenceClient({ ...options, apiKey: fake.keys.api, betas: ['vendor-preview'] });
  const { headers } = await inference.models.retrieve('assistant-opus-4-7').withResponse();
  expect(headers['vendor-workspace-id']).toMatch(/^wrkspc_/);
  expect(namesIn(headers)).toEqual([]);
  expect(deployment.leaks).toEqual([]);
});

test('errors show the words of the documents, except in the message of the service', async () => {
  const { fake, deployment, options } = open();
  const compliance = new ComplianceClient({ ...options, complianceKey: fake.keys.compliance });
  const missing = await compliance.chats
    .delete('assistant_chat_none')
    .then(undefined, (error: unknown) => error);
  expect(missing).toBeInstanceOf(NotFoundError);
  const { message: _, body, ...shown } = missing as NotFoundError;
  expect(namesIn([shown, (body as { error: { type: string } }).error.type])).toEqual([]);
  expect(deployment.leaks).toEqual([]);
});

test('tags reserved for the maker are refused by the name of the deployment', async () => {
  const fake = createFake({ naming: NAMES });
  const options = { baseUrl: fake.url, http: fake.http(), naming: NAMES, adminKey: fake.keys.admin };
  const checked = new AdminClient({ ...options, validation: validator() });
  const admin = new AdminClient(options);
  for (const [client, kind] of [
    [checked, InvalidParamsError],
    [admin, BadRequestError],
  ] as const) {
    const refused = client.workspaces.create({ name: 'a', tags: { 'acme-team': 'x' } });
    await expect(refused).rejects.toThrow(kind);
    await expect(refused).rejects.toThrow(/tags\.acme-team:? must not start with acme/);
    const { tags } = await client.workspaces.create({ name: 'a', tags: { 'vendor-team': 'x' } });
    expect(tags).toEqual({ 'vendor-team': 'x' });
  }
});
