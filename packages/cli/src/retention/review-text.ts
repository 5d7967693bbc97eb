import type { Hold, PlanReview, ReviewedChat } from '@parlance/archive';
import { count } from '../terminal/count.js';

/** Number of people who are shown as text. */
const SHOWN = 20;

/** What the people who decide about a plan see besides its own text. */
export function reviewText({ people, holds, change, requests, days }: PlanReview): readonly string[] {
  return [
    `Takes at least ${count(requests, 'request')}: ${days < 2 ? count(Math.max(1, Math.ceil(days * 24)), 'hour') : count(Math.ceil(days), 'day')} at the limit`,
    ...(change === null
      ? []
      : [
          `Since the plan of ${change.as_of}: ${count(change.added, 'chat')} more, ${change.removed} fewer; ${
            change.same_policy ? 'the same policy' : 'another policy'
          }; ${count(change.holds_added.length, 'hold')} added, ${change.holds_removed.length} released`,
        ]),
    ...holds.map((hold) => `  ${hold.id} ${scopeText(hold)}: ${hold.reason} (${hold.addedBy})`),
    ...people
      .slice(0, SHOWN)
      .map(
        ({ id, name, email, to_delete: chats }) =>
          `  ${name ?? 'unknown name'} <${email ?? id}>: ${count(chats, 'chat')}`,
      ),
    ...(people.length > SHOWN ? [`  and ${people.length - SHOWN} more people`] : []),
  ];
}

/** A chat of a plan. */
export function chatText({ chat, title, email, updated_at: at, is_new: isNew }: ReviewedChat): string {
  return `${isNew === true ? '+' : ' '} ${email}  ${at}  ${JSON.stringify(title)}  ${chat}`;
}

function scopeText({ scope, reference }: Hold): string {
  const [entry] = Object.entries(scope);
  if (entry === undefined) return '';
  const names = reference === null ? '' : ` (${reference.names.join(', ')})`;
  return `on the ${entry[0]} ${JSON.stringify(entry[1])}${names}`;
}
