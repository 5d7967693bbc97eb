/** Holds the key, and forwards replies to the page. */
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { InferenceClient } from '@parlance/inference';
import { build } from 'esbuild';

const client = new InferenceClient();
const page =
  '<!doctype html><form><input name="prompt"></form><output></output><script src="/page.js"></script>';

export const server = createServer(async (request, response) => {
  if (request.url === '/reply') {
    const { prompt } = (await json(request)) as { prompt: string };
    const stream = client.messages.stream({
      model: 'assistant-sonnet-4-6',
      max_tokens: 1024,
      messages: [{ role: 'user', content: prompt }],
    });
    // The stream reports its own failures to the page, and pipeline ends it when the page is left.
    await pipeline(stream.toReadableStream(), response).catch((error: unknown) => console.error(error));
  } else if (request.url === '/page.js') {
    const entryPoints = [`${import.meta.dirname}/page.ts`];
    const { outputFiles } = await build({ entryPoints, bundle: true, write: false });
    response.setHeader('content-type', 'text/javascript').end(outputFiles[0]?.text);
  } else response.setHeader('content-type', 'text/html').end(page);
});
