/** The page of a plan. */
import type { Hold } from '../retention/hold.js';
import type { RetentionPlan } from '../retention/plan-file.js';
import { markup, pageHead, row, table, type Html } from '../pages/html.js';
import type { PlannedPerson, PlanReview, ReviewedChat } from './review-plan.js';

/**
 * Makes a page of a plan: HTML that needs nothing else, loads nothing and runs nothing. It has names and titles, so store it as you store the archive.
 *
 * @param review - The review of the plan.
 * @returns The page in parts, the chats last.
 * @throws {RetentionError} With code `archive_changed` when the archive does not have a chat as planned.
 */
export async function* planPage(review: PlanReview): AsyncGenerator<string, void, undefined> {
  yield headOf(review).text;
  const people = new Map(review.people.map((one) => [one.id, one]));
  let person: string | null = null;
  for await (const chat of review.chats()) {
    if (chat.user !== person) {
      if (person !== null) yield '</tbody></table>\n';
      yield startOf(chat, people.get(chat.user)).text;
      person = chat.user;
    }
    yield rowOf(chat).text;
  }
  yield person === null ? '<p>No chats.</p>\n' : '</tbody></table>\n';
  yield '</body></html>\n';
}

function headOf(review: PlanReview): Html {
  const { plan, people } = review;
  const { counts } = plan;
  return markup`${pageHead(`Retention plan of ${plan.as_of}`)}<h1>Retention plan of ${plan.as_of}</h1>
<p><strong>${counts.to_delete}</strong> of ${counts.archived} archived chats of ${people.length} people would be deleted, at most ${plan.most_of_one_user} of one person. That takes at least ${review.requests} requests: ${timeOf(review.days)} at the limit.</p>
<p>Digest <code>${plan.digest}</code>. Approvals required: ${plan.approvals}. Expires at ${plan.expires_at}.</p>
${changeOf(review)}
${keptOf(plan)}${rulesOf(plan)}${holdsOf(review)}${plan.warnings.map(
    ({ message }) => markup`<p><strong>Warning:</strong> <bdi>${message}</bdi></p>
`,
  )}<h2>People</h2>
${table(
  ['Name', 'E-mail', 'Id', 'Chats to delete'],
  people.map(({ name, email, id, to_delete: number }) => [name ?? '', email ?? '', id, number]),
)}
<h2>Chats to delete</h2>
`;
}

function keptOf({ counts }: RetentionPlan): Html {
  return markup`<h2>Kept</h2>
${table(
  ['Reason', 'Chats'],
  [
    ['Kept by a rule', counts.kept_by_rule],
    ['Too recent', counts.too_recent],
    ['No rule applies', counts.no_rule],
    ['On hold', counts.held],
    ['Not completely archived', counts.not_archived],
    ['Already gone', counts.gone],
  ],
)}
`;
}

function rulesOf(plan: RetentionPlan): Html {
  return markup`<h2>Rules</h2>
${table(
  ['Rule', 'Deleted', 'Kept by the rule', 'Too recent', 'On hold', 'Not archived', 'Gone'],
  Object.entries(plan.by_rule).map(([rule, of]) => [
    rule,
    of.to_delete,
    of.kept_by_rule,
    of.too_recent,
    of.held,
    of.not_archived,
    of.gone,
  ]),
)}
${plan.resolved.map(
  ({ rule, kind, typed, id, names }) =>
    markup`<p>Rule <bdi>${rule}</bdi>: the ${kind} <bdi>${typed}</bdi> is <code>${id}</code> (<bdi>${names.join(', ')}</bdi>).</p>
`,
)}`;
}

function holdsOf({ plan, holds }: PlanReview): Html {
  return markup`<h2>Holds</h2>
${table(
  ['Hold', 'On', 'Reason', 'Added by', 'Chats', 'Saved by it'],
  Object.entries(plan.by_hold).map(([id, { matches, kept }]) => {
    const hold = holds.find((one) => one.id === id);
    return [id, scopeOf(hold), hold?.reason ?? '', hold?.addedBy ?? '', matches, kept];
  }),
)}
`;
}

function startOf({ user, email }: ReviewedChat, person: PlannedPerson | undefined): Html {
  return markup`<h3><bdi>${person?.name ?? email}</bdi>: ${person?.to_delete ?? ''}</h3>
<p><bdi>${email}</bdi> <code>${user}</code></p>
<table><thead><tr><th>Title</th><th>Id</th><th>Project</th><th>Last changed</th><th>Rule</th><th></th></tr></thead><tbody>
`;
}

function rowOf({ title, chat, project, updated_at: at, rule, is_new: isNew }: ReviewedChat): Html {
  return row([title, chat, project ?? '', at, rule, isNew === true ? 'new' : '']);
}

function changeOf({ change }: PlanReview): Html {
  if (change === null) return markup``;
  const policy = change.same_policy ? 'The policy is the same.' : 'The policy is another one.';
  return markup`<p>Since the plan of ${change.as_of}: ${change.added} chats were added, and ${change.removed} are not in it any more. ${policy} Holds added: ${change.holds_added.length}, released: ${change.holds_removed.length}.</p>`;
}

function scopeOf(hold: Hold | undefined): string {
  const [scope] = Object.entries(hold?.scope ?? {});
  if (scope === undefined) return '';
  const [kind, value] = scope;
  return hold?.reference == null
    ? `${kind} ${value}`
    : `${kind} ${value} (${hold.reference.names.join(', ')})`;
}

function timeOf(days: number): string {
  const hours = Math.max(1, Math.ceil(days * 24));
  return hours === 1 ? 'an hour' : hours < 48 ? `${hours} hours` : `${Math.ceil(days)} days`;
}
