/* Says what an organization should be, and plans, applies and undoes the difference. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
// #region Plan and apply
import { mkdtemp, writeFile } from 'node:fs/promises';
import { AdminClient } from '@parlance/admin';
import { openStore } from '@parlance/durable';
import {
  applyOrganization,
  describeAction,
  planOrganization,
  readDesiredState,
  readStartedPlan,
} from '@parlance/reconcile';

const folder = await mkdtemp('organization-');
await writeFile(
  `${folder}/org.yaml`,
  `users:
  - { email: nina@example.com, role: developer }
workspaces:
  - name: Delivery
    tags: { team: logistics }
`,
);

const admin = new AdminClient();
const store = await openStore(`sqlite:${folder}/parlance.db`);
const desired = await readDesiredState([`${folder}/*.yaml`]);
const plan = await planOrganization({ admin, desired, store, guards: { maxRemovals: 5 } });
for (const action of plan.actions) console.log(describeAction(action));
for (const { message } of plan.breaches) console.log(`needs approval: ${message}`);

const { done, refused } = await applyOrganization(plan, { admin, store });
console.log(`${done} done, ${refused.length} refused`);

const { undo } = await readStartedPlan(store);
for (const action of undo.actions) console.log(describeAction(action));
// #endregion
assert.equal(done, 2);
assert.equal(undo.actions.length, 2);
await store.close();
await admin.close();
await rm(folder, { recursive: true });
