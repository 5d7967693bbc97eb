/** Entry point of the process in which four clients share a limiter. */
import { InferenceClient, localRateLimiter } from '@parlance/inference';
import { KEY, PARAMS } from '../features/subject.ts';

const [baseUrl = '', calls = '', perMinute = ''] = process.argv.slice(2);
const rateLimiter = localRateLimiter({ requestsPerMinute: Number(perMinute) });
const clients = Array.from({ length: 4 }, () => new InferenceClient({ baseUrl, apiKey: KEY, rateLimiter }));
let left = Number(calls);
const loop = async (client: InferenceClient) => {
  while (left > 0) {
    left -= 1;
    await client.messages.create(PARAMS);
  }
};
await Promise.all(clients.flatMap((client) => Array.from({ length: 20 }, () => loop(client))));
process.send?.({ failed: 0 }, () => process.exit());
