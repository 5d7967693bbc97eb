/** Demonstrates administration: lists members and invites. */
import type { CommandContext } from './command.js';
import { table } from './table.js';

/**
 * Prints the members of the organization and the pending invites. If an email address is passed, invites it first.
 *
 * @param context - Clients, and an optional email address to invite.
 */
export async function members({ parlance, words, print, signal }: CommandContext): Promise<void> {
  const { admin } = parlance;
  const [email] = words;
  if (email !== undefined) {
    const invite = await admin.invites.create({ email, role: 'user' }, { signal });
    print(`Invited ${invite.email}; the invite expires on ${invite.expires_at.slice(0, 10)}.`);
  }
  const { name } = await admin.organization.retrieve({ signal });
  print(`Members of ${name}`);
  const people = [['name', 'email', 'role', 'since']];
  for await (const user of admin.users.list({ limit: 1000 }, { signal })) {
    people.push([user.name, user.email, user.role, user.added_at.slice(0, 10)]);
  }
  for (const line of table(people)) print(line);
  print('Pending invites');
  const pending = [['email', 'role', 'expires']];
  for await (const invite of admin.invites.list({ limit: 1000 }, { signal })) {
    if (invite.status === 'pending')
      pending.push([invite.email, invite.role, invite.expires_at.slice(0, 10)]);
  }
  for (const line of table(pending)) print(line);
}
