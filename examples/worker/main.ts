/** Calls the handler as the runtime does. */
import { MessageStream } from '@parlance/inference';
import worker from './worker.ts';

const { PARLANCE_BASE_URL = '', PARLANCE_API_KEY = '' } = process.env;
const env = { PARLANCE_BASE_URL, PARLANCE_API_KEY };
const request = new Request('https://worker.example.com/', { method: 'POST', body: 'hello' });
const response = await worker.fetch(request, env);
if (response.body) console.log(await MessageStream.fromReadableStream(response.body).finalText());
console.log((await worker.fetch(new Request('https://worker.example.com/'), env)).status);
