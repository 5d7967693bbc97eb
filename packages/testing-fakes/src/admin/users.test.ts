import { expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import { asker, verifies } from '../testing/index.js';

test('signs out members, but not the primary owner', async () => {
  verifies('OUT-001');
  const fake = createFake({ seed: 'demo', checkResponses: true });
  const plain = asker(fake, 'admin-user-sign-out-2026-10-08');
  const ask = (line: Parameters<typeof plain>[0], beta?: null) =>
    plain(line, undefined, {
      headers: { 'x-api-key': fake.keys.admin, ...(beta === null && { 'vendor-beta': null }) },
    });
  const { data } = (await ask('GET /v1/organizations/users?limit=1000')).json;
  const [owner, member] = [data.at(-1), data.find(({ role }: { role: string }) => role === 'user')];
  const signOut = (id: string, beta?: null) => ask(`POST /v1/organizations/users/${id}/sign_out`, beta);
  expect(await signOut(member.id)).toMatchObject({ status: 200, json: member });
  expect(await signOut(owner.id)).toMatchObject({
    status: 400,
    rule: 'OUT-001',
    json: { error: { details: { error_code: 'cannot_sign_out_primary_owner' } } },
  });
  expect(await signOut('user_none')).toMatchObject({ status: 404, rule: 'ADM-045' });
  expect(await signOut(member.id, null)).toMatchObject({ status: 400, rule: 'MAG-004' });
});
