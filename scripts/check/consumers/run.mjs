/** Imports every package, and sends a message from a client to the emulator. */
import { createFake } from '@parlance/testing-fakes';
import { InferenceClient } from '@parlance/inference';
import * as admin from '@parlance/admin';
import * as compliance from '@parlance/compliance';
import * as transport from '@parlance/core-transport';
import * as managedAgents from '@parlance/managed-agents';
import * as schemas from '@parlance/schemas';
import * as validation from '@parlance/schemas/validation';
import * as sdk from '@parlance/sdk';

const packages = { admin, compliance, transport, managedAgents, schemas, validation, sdk };
for (const [name, exported] of Object.entries(packages)) {
  if (Object.keys(exported).length === 0) throw new Error(`${name} exports nothing`);
}

const fake = createFake();
const inference = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });
const stream = inference.messages.stream({
  model: 'assistant-opus-4-7',
  max_tokens: 64,
  messages: [{ role: 'user', content: 'Hello' }],
});
const text = await stream.finalText();
if (text !== 'You said: Hello') throw new Error(`the emulator replied ${JSON.stringify(text)}`);

// Again over a socket, with the default adapter of this runtime.
const server = await fake.listen({ port: 0 });
const client = new InferenceClient({ baseUrl: server.url, apiKey: fake.keys.api });
const model = await client.models.retrieve('assistant-opus-4-7');
if (model.type !== 'model') throw new Error('no model');
await client.close();
await server.close();
console.log('works');
