/** A worker with a `fetch` handler, for Cloudflare Workers and similar runtimes. */
import { FetchAdapter } from '@parlance/core-transport';
import { InferenceClient } from '@parlance/inference';

interface Env {
  readonly PARLANCE_BASE_URL: string;
  readonly PARLANCE_API_KEY: string;
}

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    if (request.method !== 'POST') return new Response('Send a prompt with POST', { status: 405 });
    const client = new InferenceClient({
      baseUrl: env.PARLANCE_BASE_URL,
      apiKey: env.PARLANCE_API_KEY,
      // The default of workers. With a service binding: `new FetchAdapter({ fetch: env.SERVICE.fetch })`.
      http: new FetchAdapter(),
    });
    const stream = client.messages.stream(
      {
        model: 'assistant-sonnet-4-6',
        max_tokens: 1024,
        messages: [{ role: 'user', content: await request.text() }],
      },
      { signal: request.signal },
    );
    return new Response(stream.toReadableStream(), { headers: { 'content-type': 'application/x-ndjson' } });
  },
};
