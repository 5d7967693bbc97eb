/** The baseline for the emulator: a `node:http` server that sends prepared responses without validating requests. */
import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { startHttpServer } from '../server/http-server.ts';

/** Starts the server. Stream requests receive `events`, one write each; all others receive `reply`. */
export async function startBareServer(reply: object, events: readonly string[]): Promise<string> {
  const respond: RequestListener = async (request, response) => {
    const sent = await text(request);
    const body = sent === '' ? {} : (JSON.parse(sent) as { stream?: boolean });
    if (body.stream === true) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const event of events) response.write(event);
      response.end();
      return;
    }
    const bytes = JSON.stringify(reply);
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(bytes),
    });
    response.end(bytes);
  };
  return (await startHttpServer((request, response) => void respond(request, response))).url;
}
