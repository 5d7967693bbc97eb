/* Serves over HTTP. */
// #region Serve over HTTP from a test
import assert from 'node:assert/strict';
import { createFake } from '@parlance/testing-fakes';

const fake = createFake();
const { url } = await fake.listen({ port: 0 });
const response = await fetch(`${url}/v1/models`, {
  headers: { 'x-api-key': fake.keys.api, 'vendor-version': '2023-06-01' },
});
assert.equal(response.status, 200);
await fake.close();
// #endregion
