/** A plan for many people reads lists only, and fits into 300 MB. `npm run test:scale` sets the full size. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { createFake } from '@parlance/testing-fakes';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const USERS = Number(process.env['PARLANCE_TEST_USERS'] ?? 10_000);
const WORKSPACES = USERS / 500;

/** Half of the people are listed with another role, one of a thousand is absent, and each workspace loses a member. */
const PROGRAM = `
import { AdminClient } from '@parlance/admin';
import { planOrganization } from './plan-organization.ts';

const admin = new AdminClient();
const count = Number(process.argv[2]);
const users = [];
for (let index = 0; index < count; index += 2)
  users.push({ email: 'person' + index + '@example.com', ...(index % 1000 === 0 ? { absent: true } : { role: 'developer' }) });
const workspaces = Array.from({ length: count / 500 }, (_, index) => ({
  name: 'Team ' + index,
  members: { ['person' + (index * 500 + 1) + '@example.com']: 'workspace_user' },
}));
const plan = await planOrganization({ admin, desired: { users, workspaces } });
const { userCPUTime, systemCPUTime, maxRSS } = { ...process.resourceUsage() };
console.log(JSON.stringify({ counts: plan.counts, seconds: plan.seconds, cpu: (userCPUTime + systemCPUTime) / 1e6, rss: maxRSS / 1024 }));
await admin.close();
`;

test(`a plan for ${USERS} people`, { timeout: 900_000 }, async ({ annotate }) => {
  const users = Array.from({ length: USERS }, (_, index) => ({ email: `person${index}@example.com` }));
  await using fake = createFake({ scenario: { records: { users } }, journalSize: 10_000 });
  const { url } = await fake.listen({ port: 0 });
  const members = await fetch(`${url}/v1/organizations/users?limit=1000`, {
    headers: headersOf(fake.keys.admin),
  });
  const { data } = (await members.json()) as { data: { id: string }[] };
  for (let index = 0; index < WORKSPACES; index += 1) {
    const created = await post(
      url,
      '/v1/organizations/workspaces',
      { name: `Team ${index}` },
      fake.keys.admin,
    );
    const user = { user_id: data[1 + index]?.id, workspace_role: 'workspace_user' };
    await post(url, `/v1/organizations/workspaces/${created.id}/members`, user, fake.keys.admin);
  }
  const before = fake.journal().length;
  const { outputFiles } = await build({
    stdin: { contents: PROGRAM, resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    conditions: ['parlance-source'],
    external: ['kysely', 'kysely/*', 'pg', 'pg-boss'],
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(process.cwd());",
    },
  });
  const child = spawn(process.execPath, ['--input-type=module', '-', String(USERS)], {
    env: { ...process.env, PARLANCE_BASE_URL: url, PARLANCE_ADMIN_KEY: fake.keys.admin },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(outputFiles[0]?.text);
  const [printed] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  const plan = JSON.parse(printed) as { counts: Record<string, number>; rss: number };
  await annotate(printed.trim());
  expect(plan.counts).toMatchObject({ set_role: USERS / 2 - USERS / 1000, remove: USERS / 1000 });
  expect(plan.rss).toBeLessThan(300);
  const requests = fake
    .journal()
    .slice(before)
    .map(({ operation }) => operation);
  expect(requests.filter((operation) => operation === 'users.list').length).toBeLessThanOrEqual(
    USERS / 1_000 + 1,
  );
  expect(new Set(requests)).toEqual(
    new Set([
      'organization.retrieve',
      'users.list',
      'invites.list',
      'workspaces.list',
      'workspaces.members.list',
      'apiKeys.list',
    ]),
  );
});

function headersOf(key: string): Record<string, string> {
  return { 'x-api-key': key, 'vendor-version': '2023-06-01', 'content-type': 'application/json' };
}

async function post(url: string, path: string, body: object, key: string): Promise<{ id: string }> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: headersOf(key),
    body: JSON.stringify(body),
  });
  return (await response.json()) as { id: string };
}
