/** A program of 30 lines with AdminClient. */
import { AdminClient } from '@parlance/admin';

const admin = new AdminClient({ baseUrl: 'https://api.example.com', adminKey: 'key' });

/** Invites people, and adds existing users to a workspace. */
export async function join(addresses: readonly string[], workspaceName: string): Promise<string[]> {
  const done: string[] = [];
  const workspace = await admin.workspaces.create({
    name: workspaceName,
    data_residency: { allowed_inference_geos: ['us'], default_inference_geo: 'us' },
    tags: { team: 'platform' },
  });
  for (const email of addresses) {
    const { data } = await admin.users.list({ email });
    const user = data[0];
    if (user === undefined) {
      const invite = await admin.invites.create({ email, role: 'developer' });
      done.push(`${invite.email} is invited until ${invite.expires_at}`);
    } else {
      const member = await admin.workspaces.members.create(workspace.id, {
        user_id: user.id,
        workspace_role: 'workspace_developer',
      });
      done.push(`${user.name} is ${member.workspace_role}`);
    }
  }
  return done;
}
