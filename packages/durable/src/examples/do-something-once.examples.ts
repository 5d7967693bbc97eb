/* Does something once. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
// #region Do something once
import { mkdtemp } from 'node:fs/promises';
import { openStore } from '@parlance/durable';

const folder = await mkdtemp('refunds-');
const store = await openStore(`sqlite:${folder}/parlance.db`);
const ledger = store.ledger<string>('refunds');
let refunds = 0;

async function refund(callId: string): Promise<string> {
  const entry = await ledger.begin(callId);
  if (entry.state === 'done') return entry.result ?? '';
  if (!entry.isNew) throw new Error(`${callId} was interrupted. Check whether it took effect.`);
  const receipt = `receipt-${(refunds += 1)}`; // the action
  return ledger.complete(callId, receipt);
}

console.log(await refund('toolu_1')); // receipt-1
console.log(await refund('toolu_1')); // receipt-1
await store.close();
// #endregion

assert.equal(refunds, 1);
await rm(folder, { recursive: true });
