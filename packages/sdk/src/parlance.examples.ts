/** Example of the umbrella client. The tests run it against the emulator. */
import assert from 'node:assert/strict';
import { Parlance } from '@parlance/sdk';
import { createFake } from '@parlance/testing-fakes';

const fake = createFake();
const baseUrl = fake.url;
const http = fake.http();

/** Uses several clients behind one object. */
export async function useSeveral(): Promise<void> {
  const { api: apiKey, compliance: complianceKey } = fake.keys;
  // #region Use several clients
  await using parlance = new Parlance({ baseUrl, apiKey, complianceKey, http });
  const message = await parlance.inference.messages.create({
    model: 'assistant-sonnet-4-6',
    max_tokens: 1024,
    messages: [{ role: 'user', content: 'hello' }],
  });
  for await (const activity of parlance.compliance.activities.list({ limit: 10 })) {
    console.log(activity.type);
  }
  // #endregion
  assert.equal(message.stop_reason, 'end_turn');
}
