/** The ways in which tests reach an emulator. */
import { InferenceClient } from '@parlance/inference';
import { createFake, type Fake } from '@parlance/testing-fakes';

const NAMING = { vendor: 'acme', assistant: 'robin', githost: 'gitbox' };

/** Names of the places: `sparse` omits nulls, `named` uses the words of a deployment. */
export const PLACES = ['in process', 'socket', 'sparse', 'named'] as const;

/** An emulator with a client. */
export interface Place extends AsyncDisposable {
  readonly fake: Fake;
  readonly client: InferenceClient;
}

/** Starts an emulator and connects a client to it. */
export async function openPlace(name: (typeof PLACES)[number]): Promise<Place> {
  const naming = name === 'named' ? NAMING : undefined;
  const nulls = name === 'sparse' ? 'omitted' : 'sent';
  const fake = createFake({ checkResponses: true, naming, nulls });
  if (name !== 'in process') await fake.listen();
  const client = new InferenceClient({
    baseUrl: fake.url,
    apiKey: fake.keys.api,
    ...(name === 'in process' && { http: fake.http() }),
    ...(naming !== undefined && { naming }),
  });
  return {
    fake,
    client,
    async [Symbol.asyncDispose]() {
      await client.close();
      await fake.close();
    },
  };
}
