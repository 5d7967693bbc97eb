/* Program of the guide on webhooks. The tests run it against the emulator. */
import assert from 'node:assert/strict';
// #region Receive webhooks
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { AdminClient } from '@parlance/admin';
import { ManagedAgentsClient } from '@parlance/managed-agents';
import { verifyWebhook, WebhookError, type WebhookEvent } from '@parlance/managed-agents/webhooks';
import { createFake } from '@parlance/testing-fakes';

// An emulator. Use your own service and keys instead, without `http`.
const fake = createFake();
const options = { baseUrl: fake.url, http: fake.http() };
const admin = new AdminClient({ ...options, adminKey: fake.keys.admin });
const agents = new ManagedAgentsClient({ ...options, apiKey: fake.keys.api });

let secret = '';
const handled = new Set<string>();
const arrived = Promise.withResolvers<WebhookEvent>();

const server = createServer(async (request, response) => {
  try {
    const event = await verifyWebhook(await text(request), request.headers, secret);
    response.writeHead(204).end();
    if (handled.has(event.id)) return;
    handled.add(event.id);
    arrived.resolve(event);
  } catch (error) {
    response.writeHead(WebhookError.is(error) ? 400 : 500).end();
  }
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;

const endpoint = await admin.webhooks.create({
  url: `http://127.0.0.1:${port}/webhooks`,
  enabled_events: ['vault.created'],
});
secret = endpoint.signing_secret;

const vault = await agents.vaults.create({ display_name: 'Shared keys' });
const { data } = await arrived.promise;
console.log(data.type, data.id === vault.id);

server.close();
await fake.close();
// #endregion

/** Checks what the program has done. */
export function theEventArrived(): void {
  assert.equal(data.type, 'vault.created');
}
