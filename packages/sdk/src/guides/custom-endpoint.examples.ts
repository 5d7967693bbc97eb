/* Program of the guide on custom endpoints. The tests run it against the emulator. */
import assert from 'node:assert/strict';
// #region Call an endpoint of your own
import type { Operation } from '@parlance/core-transport';
import { InferenceClient } from '@parlance/inference';

interface Model {
  id: string;
  display_name: string;
}

/** An endpoint, declared as the clients declare theirs. */
const retrieveModel: Operation<{ params: 'model_id'; response: Model }> = {
  id: 'gateway.models.retrieve',
  method: 'GET',
  path: '/v1/models/{model_id}',
  auth: 'api-key',
  replay: 'read', // Sending it twice has no effect, so it can be retried.
};
const listModels: Operation<{ query: { limit?: number }; response: { data: Model[] } }> = {
  id: 'gateway.models.list',
  method: 'GET',
  path: '/v1/models',
  auth: 'api-key',
  paging: 'id',
  replay: 'read',
};

const inference = new InferenceClient();

const { transport } = inference;
const models: Model[] = [];
for await (const model of transport.list(listModels, { query: { limit: 5 } })) models.push(model);
const [first] = models;
if (first === undefined) throw new Error('no models');
const input = { params: { model_id: first.id } };
const { data, requestId } = await transport.call(retrieveModel, input).withResponse();
console.log(models.length, data.display_name, requestId);
// #endregion

/** Checks what the program has done. */
export function bothEndpointsResponded(): void {
  assert.deepEqual(data, first);
  assert(models.length > 5);
}
