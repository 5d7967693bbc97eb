/** What the emulator is compared with: `node:http`, answering with what was prepared, without looking at the request. */
import { createServer, type RequestListener } from 'node:http';

/** Starts a server; `events` are written one by one to whoever asks for a stream. */
export function startBareServer(reply: object, events: readonly string[]): Promise<string> {
  const answer: RequestListener = async (request, response) => {
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
  const server = createServer((request, response) => void answer(request, response));
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
    });
  });
}
