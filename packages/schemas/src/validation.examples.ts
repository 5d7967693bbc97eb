/** Examples of using the contract. The tests run them against the emulator. */
import assert from 'node:assert/strict';
import { InferenceClient, InvalidParamsError } from '@parlance/inference';
import { archiveVault, operations } from '@parlance/schemas';
import { validator } from '@parlance/schemas/validation';
import { createFake } from '@parlance/testing-fakes';

/** Reads the declaration of an endpoint. */
export async function readContract(): Promise<void> {
  // #region Read the contract
  console.log(archiveVault.method, archiveVault.path, archiveVault.beta);
  const creates = Object.values(operations).filter(({ replay }) => replay === 'create');
  // #endregion
  assert.equal(archiveVault.path, '/v1/vaults/{vault_id}/archive');
  assert(creates.length > 0);
}

/** Validates requests, and reports responses that do not match the contract. */
export async function validate(): Promise<void> {
  const fake = createFake();
  const options = { baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() };
  let refused: string[] = [];
  // #region Check requests and responses
  const inference = new InferenceClient({
    ...options,
    validation: validator({
      requests: 'throw',
      responses: 'observe',
      onDrift: (drift) => console.warn(drift),
    }),
  });
  try {
    await inference.messages.create({ model: 'assistant-sonnet-4-6', max_tokens: -1, messages: [] });
  } catch (error) {
    if (!InvalidParamsError.is(error)) throw error;
    refused = error.issues.map(({ path }) => path);
  }
  // #endregion
  assert(refused.includes('body.max_tokens') || refused.includes('max_tokens'));
}
