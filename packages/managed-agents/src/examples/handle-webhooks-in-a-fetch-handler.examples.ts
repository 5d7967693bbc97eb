/* Handles a delivery in a fetch handler. */
import assert from 'node:assert/strict';
// #region Handle webhooks in a fetch handler
import { createHmac } from 'node:crypto';
import { verifyWebhook, WebhookError } from '@parlance/managed-agents/webhooks';

const oldSecret = `whsec_${Buffer.from('the old secret').toString('base64')}`;
const newSecret = `whsec_${Buffer.from('the new secret').toString('base64')}`;

async function handle(request: Request): Promise<Response> {
  try {
    const event = await verifyWebhook(await request.text(), request.headers, [oldSecret, newSecret]);
    console.log(event.data.type);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (WebhookError.is(error)) return new Response(error.code, { status: 400 });
    throw error;
  }
}

// A delivery, as the service signs it.
const data = {
  id: 'sesn_1',
  organization_id: 'org_1',
  type: 'session.status_idled',
  workspace_id: 'wrkspc_1',
};
const body = JSON.stringify({ id: 'event_1', created_at: '2026-06-01T00:00:00Z', type: 'event', data });
const time = String(Math.floor(Date.now() / 1000));
const key = Buffer.from(newSecret.slice('whsec_'.length), 'base64');
const signature = createHmac('sha256', key).update(`event_1.${time}.${body}`).digest('base64');
const headers = {
  'webhook-id': 'event_1',
  'webhook-timestamp': time,
  'webhook-signature': `v1,${signature}`,
};
const url = 'https://example.com/webhooks';
const accepted = await handle(new Request(url, { method: 'POST', body, headers }));
const forged = await handle(new Request(url, { method: 'POST', body: `${body} `, headers }));
console.log(accepted.status, forged.status); // 204 400
// #endregion

assert.equal(accepted.status, 204);
assert.equal(forged.status, 400);
