import { AdminClient } from '@parlance/admin';
import { openStore } from '@parlance/durable';
import { applyOrganization, describeAction, planOrganization } from '@parlance/reconcile';

const admin = new AdminClient();
const email = process.argv[2] ?? 'freya.lindqvist@example.com';
const plan = await planOrganization({
  admin,
  desired: { users: [{ email, absent: true }] },
  offboard: true,
});
for (const action of plan.actions) console.log(describeAction(action));
await using store = await openStore('sqlite:parlance.db');
const { done, refused } = await applyOrganization(plan, { admin, store });
console.log(`${done} done, ${refused.length} refused`);
