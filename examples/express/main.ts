/** Starts the app and sends it a request. */
import type { AddressInfo } from 'node:net';
import { app } from './app.ts';

const server = app.listen(0, async () => {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/api/reply`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'hello' }),
  });
  console.log(response.status, response.headers.get('content-type'));
  const events = (await response.text()).trim().split('\n\n');
  console.log(events.map((event) => event.split('\n').at(-1)).join('\n'));
  server.close();
});
