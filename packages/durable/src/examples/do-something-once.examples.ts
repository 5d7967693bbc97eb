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
  const claim = await ledger.claim(callId, { owner: 'cashier' });
  if (claim.state === 'finished') return claim.result;
  if (claim.state === 'held') throw new Error(`${claim.owner} is working on ${callId}.`);
  if (claim.isInterrupted) throw new Error(`${callId} was interrupted. Check whether it took effect.`);
  await ledger.started(claim);
  const receipt = `receipt-${(refunds += 1)}`; // the action
  await ledger.finish(claim, receipt);
  return receipt;
}

console.log(await refund('toolu_1')); // receipt-1
console.log(await refund('toolu_1')); // receipt-1
await store.close();
// #endregion

assert.equal(refunds, 1);
await rm(folder, { recursive: true });
