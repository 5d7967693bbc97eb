/* Shares the limit of an organization. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
// #region Share a rate limit
import { mkdtemp } from 'node:fs/promises';
import { ComplianceClient } from '@parlance/compliance';
import { openStore, sharedRateLimiter } from '@parlance/durable';

const folder = await mkdtemp('shared-');
const store = await openStore(`sqlite:${folder}/parlance.db`);
const compliance = new ComplianceClient({
  rateLimiter: sharedRateLimiter({ store, scope: 'compliance', reserve: 0.1 }),
  priority: 'bulk',
});
const { data } = await compliance.organizations.list();
console.log(data);
await store.close();
// #endregion

assert.notEqual(data.length, 0);
await rm(folder, { recursive: true });
