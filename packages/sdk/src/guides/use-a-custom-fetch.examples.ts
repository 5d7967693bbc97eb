/* Uses the fetch function of a platform. */
import assert from 'node:assert/strict';
// #region Use a custom fetch
import { FetchAdapter } from '@parlance/core-transport';
import { InferenceClient } from '@parlance/inference';

// A worker reaches services by bindings with a `fetch` of their own.
const env = { service: { fetch: globalThis.fetch } };
const inference = new InferenceClient({
  http: new FetchAdapter({ fetch: (input, init) => env.service.fetch(input, init) }),
});
const { data } = await inference.models.list();
console.log(data.length);
// #endregion

assert.notEqual(data.length, 0);
