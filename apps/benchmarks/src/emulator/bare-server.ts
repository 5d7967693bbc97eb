/** The baseline for the emulator: a `node:http` server that sends prepared responses without validating requests. */
import { createServer, type RequestListener } from 'node:http';

/** Starts the server. Stream requests receive `events`, one write each; all others receive `reply`. */
export function startBareServer(reply: object, events: readonly string[]): Promise<string> {
  const respond: RequestListener = async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    const body = text === '' ? {} : (JSON.parse(text) as { stream?: boolean });
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
  const server = createServer((request, response) => void respond(request, response));
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
    });
  });
}
