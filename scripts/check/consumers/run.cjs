/** Requires every package. */
const { createFake } = require('@parlance/testing-fakes');
const { InferenceClient } = require('@parlance/inference');

const others = [
  'admin',
  'compliance',
  'core-transport',
  'managed-agents',
  'schemas',
  'schemas/validation',
  'sdk',
];
for (const name of others) {
  if (Object.keys(require(`@parlance/${name}`)).length === 0) throw new Error(`${name} exports nothing`);
}

const fake = createFake();
const inference = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });
async function main() {
  const { content } = await inference.messages.create({
    model: 'assistant-opus-4-7',
    max_tokens: 64,
    messages: [{ role: 'user', content: 'Hello' }],
  });
  if (content[0].text !== 'You said: Hello') throw new Error(`the emulator replied ${content[0].text}`);
  console.log('works');
}

void main();
