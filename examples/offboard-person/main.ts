import { AdminClient } from '@parlance/admin';

const client = new AdminClient();
const email = process.argv[2] ?? 'freya.lindqvist@example.com';
const { data } = await client.users.list({ email });
const person = data[0];
if (person === undefined) throw new Error(`${email} is not a member.`);

for await (const workspace of client.workspaces.list()) {
  for await (const member of client.workspaces.members.list(workspace.id)) {
    if (member.user_id !== person.id || member.workspace_role === 'workspace_billing') continue;
    await client.workspaces.members.delete(workspace.id, person.id);
    console.log(`removed from ${workspace.name}`);
  }
}
await client.users.delete(person.id);
console.log(`removed ${email} from the organization`);
