import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openArchive } from '@parlance/archive';
import { testSigner } from '@parlance/testing/sign-ssh';
import { expect, test } from 'vitest';
import { setUpCli } from '../testing/set-up-cli.js';

const demo = { users: 4, chats: 12, activities: 20 };
const { cli, fake, url } = await setUpCli({ seed: 'demo', clock: { mode: 'running' }, demo });

const WHY = ['--by', 'lena@example.com', '--reason', 'matter 17'];
const OLD = { name: 'old', keepDays: 30 };
const configWith = (approvers: object | 'none', rules: readonly object[]): object => ({
  export: {
    activities: { from: new Date(Date.now() - 7_200_000).toISOString() },
    requestsPerMinute: 1_000_000,
  },
  retention: { rules, approvers },
});

test('the API deletes one archived chat that no hold keeps, after a confirmation, and the journal has it', async () => {
  const cwd = await cli.folder();
  const env = { PARLANCE_BASE_URL: url, PARLANCE_COMPLIANCE_KEY: 'compliance-default' };
  const run = (...argv: string[]) => cli.run(argv, { cwd, env });
  const configure = (approvers: object | 'none', rules: readonly object[] = [OLD]) =>
    writeFile(path.join(cwd, 'parlance.config.json'), JSON.stringify(configWith(approvers, rules)));
  await configure('none');
  expect((await run('export', 'run')).code).toBe(0);
  const archive = await openArchive(path.join(cwd, 'archive'));
  const ids: string[] = [];
  for await (const { record } of archive.chats()) ids.push(record.body.id);
  const [held = '', other = ''] = ids;
  const deletion = (id: string) => ['api', 'chats.delete', `assistant_chat_id=${id}`];
  const added = await run('hold', 'add', '--chat', held, ...WHY, '--json');
  const refused = await run(...deletion(held), '--yes');
  expect([refused.code, refused.err]).toEqual([
    4,
    expect.stringContaining(`The chat ${held} is on hold: ${added.lines()[0]?.['id']}.`),
  ]);
  const unknown = await run(...deletion('assistant_chat_unknown'), '--yes');
  expect([unknown.code, unknown.err]).toEqual([4, expect.stringContaining('The archive does not have')]);
  await configure('none', [{ name: 'legal', keepDays: 'forever' }]);
  const kept = await run(...deletion(other), '--yes');
  expect([kept.code, kept.err]).toEqual([4, expect.stringContaining('A rule of the retention policy keeps')]);
  await configure('none');
  const asked = await run(...deletion(other));
  expect([asked.code, asked.err]).toEqual([2, expect.stringContaining('is deleted for ever')]);
  expect(fake.journal().some(({ method }) => method === 'DELETE')).toBe(false);
  const deleted = await run(...deletion(other), '--yes', '--json');
  const { plan: digest } = deleted.lines().at(-1) ?? {};
  expect([deleted.code, deleted.lines().at(-1)]).toEqual([0, expect.objectContaining({ deleted: 1 })]);
  const report = await run('retention', 'report', '--json');
  expect(report.lines().find(({ plan: of }) => of === digest)).toMatchObject({ to_delete: 1, deleted: 1 });
  await configure({
    required: 1,
    keys: [{ name: 'lena', key: testSigner('lena').publicKey }],
    makerMayApprove: true,
  });
  const approved = await run(...deletion(ids[2] ?? ''), '--yes');
  expect([approved.code, approved.err]).toEqual([4, expect.stringContaining('requires approvals')]);
});
