import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { setUpBuiltCli } from '../testing/set-up-cli.js';

const { cli, fake, url } = await setUpBuiltCli();
/** A folder with an archive of the demo organization. */
let place: { readonly cwd: string; readonly env: Record<string, string> };

const FROM = new Date(Date.now() - 7_200_000).toISOString();
/** Creates a key of OpenSSH; returns its public key. */
async function createKey(name: string): Promise<string> {
  const file = path.join(place.cwd, name);
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', file]);
  return (await readFile(`${file}.pub`, 'utf8')).trim();
}

const configWith = (approvers: object): string => `export default {
  export: { activities: { from: '${FROM}' }, searchFile: 'search.db', requestsPerMinute: 1_000_000 },
  retention: { rules: [{ name: 'old', keepDays: 30 }], caps: { chats: 500 }, approvers: ${JSON.stringify(approvers)}, allowMissingFiles: true },
};`;

beforeAll(async () => {
  const cwd = await cli.folder();
  place = { cwd, env: { PARLANCE_BASE_URL: url, PARLANCE_COMPLIANCE_KEY: 'compliance-default' } };
  const approvers = {
    required: 1,
    keys: [{ name: 'lena', key: await createKey('lena') }],
    makers: [{ name: 'ines', key: await createKey('ines') }],
  };
  await writeFile(path.join(cwd, 'parlance.config.mjs'), configWith(approvers));
  const { code, err } = await cli.run(['export', 'run'], place);
  if (code !== 0) throw new Error(`the export failed: ${err}`);
}, 120_000);

test('retention stops by a signal, and continues when it runs again', async () => {
  const planning = ['retention', 'plan', '--file', 'plan.jsonl', '--sign', 'ines', '--json'];
  const plan = await cli.run(planning, place);
  expect([plan.code, plan.err]).toEqual([0, '']);
  const [{ counts } = { counts: null }] = plan.lines() as unknown as { counts: { to_delete: number } }[];
  const planned = counts?.to_delete ?? 0;
  expect(planned).toBeGreaterThan(0);
  const apply = ['retention', 'apply', 'plan.jsonl', '--json'];
  const approve = ['retention', 'approve', 'plan.jsonl', '--sign'];
  expect((await cli.run([...approve, 'nobody'], place)).err).toContain('could not sign with');
  expect(await cli.run(apply, place)).toMatchObject({ code: 4 });
  expect((await cli.run([...approve, 'lena'], place)).out).toContain('Signed with SHA256:');
  const deletions = () => fake.journal().filter(({ operation }) => operation === 'chats.delete').length;
  fake.setFaults([{ match: { operation: 'chats.delete' }, delay_ms: 300 }]);
  for (const [signal, exitCode] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    const earlier = deletions();
    const running = cli.start(apply, place);
    await expect.poll(deletions).toBeGreaterThan(earlier + 1);
    running.child.kill(signal);
    const { code, lines } = await running.result;
    expect([code, lines().at(-1)]).toEqual([
      exitCode,
      { type: 'stopped', signal, hint: 'Run the same command again to continue.', exit_code: exitCode },
    ]);
    expect(deletions()).toBeLessThan(planned);
  }
  const earlier = deletions();
  const hurried = cli.start(['retention', 'apply', 'plan.jsonl'], place);
  await expect.poll(deletions).toBeGreaterThan(earlier);
  hurried.child.kill('SIGINT');
  await hurried.printed('Stopping. Press Ctrl-C again to end at once.');
  hurried.child.kill('SIGINT');
  expect((await hurried.result).code).toBe(130);
  expect(deletions()).toBeLessThan(planned);
  fake.setFaults([]);

  const applied = await cli.run(apply, place);
  expect([applied.code, applied.err]).toEqual([0, '']);
  // A deletion whose response was not awaited is not confirmed, and not sent again.
  const { deleted, unknown, was_gone: gone, changed } = applied.lines().at(-1) as Record<string, number>;
  expect([Number(deleted) + Number(unknown), gone, changed]).toEqual([planned, 0, 0]);
  const sent = fake.journal().filter(({ operation }) => operation === 'chats.delete');
  expect(new Set(sent.map(({ path }) => path)).size).toBe(planned);
  const report = await cli.run(['retention', 'report'], place);
  expect(report.code).toBe(0);
  expect(report.out).toContain(`${planned} planned: ${deleted} deleted`);
  expect(await readFile(path.join(place.cwd, 'plan.jsonl'), 'utf8')).toContain(`"type":"summary"`);
}, 90_000);
