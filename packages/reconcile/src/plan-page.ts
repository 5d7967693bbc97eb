import { markup, pageHead, table } from '@parlance/archive/internal';
import { describeAction } from './actions.js';
import type { OrganizationPlan } from './plan.js';

/**
 * Makes a page of a plan: HTML that needs nothing else, loads nothing and runs nothing. It names people.
 *
 * @param plan - The plan.
 */
export function organizationPlanPage(plan: OrganizationPlan): string {
  const { organization, actions, notes, breaches, seats } = plan;
  const title = `Plan for ${organization.name} of ${plan.made_at}`;
  return markup`${pageHead(title)}<h1><bdi>${title}</bdi></h1>
<p><strong>${actions.length}</strong> actions, ${plan.requests} requests: ${plan.seconds} s at the limit. Seats: ${seats.before} before, ${seats.after} after.</p>
<p>Digest <code>${plan.digest}</code>. Expires at ${plan.expires_at}.</p>
<h2>Needs approval because</h2>
${table(
  ['Guard', ''],
  breaches.map(({ guard, message }) => [guard, message]),
)}
<h2>Actions</h2>
${table(
  ['', 'What it breaks'],
  actions.map((action) => [describeAction(action), 'breaks' in action ? action.breaks.join('; ') : '']),
)}
<h2>Left to people</h2>
${table(
  ['', 'Who', 'Why'],
  notes.map(({ action, email, workspace, why }) => [action, email ?? workspace ?? '', why]),
)}
</body></html>
`.text;
}
