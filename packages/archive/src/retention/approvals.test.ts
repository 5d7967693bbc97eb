/** Approvals by signature: what a person may do wrong, and what somebody may try. No chat is deleted in any of them. */
import { describe, expect, test } from 'vitest';
import {
  acceptApprovers,
  applyRetention,
  approversInForce,
  type ApplyRetentionOptions,
  type ApproverPolicy,
  type RetentionPlan,
} from '../index.js';
import { applying, deletions, entriesOf } from '../testing/apply-plan.js';
import { approve, approversOf, ines, lena, omar } from '@parlance/testing/approvers';
import { retentionWorld, type RetentionWorld } from '../testing/retention-world.js';
import { testSigner, type TestSigner } from '@parlance/testing/sign-ssh';
import { APPROVERS_NAMESPACE, signedText } from './approvals.js';

type Changed = Partial<ApplyRetentionOptions>;

const DAY = 86_400_000;
const ago = (days: number): string => new Date(Date.now() - days * DAY).toISOString();
const stranger = testSigner('stranger');

/** A policy in which the key of Ines is restricted. */
const restricted = (more: object): ApproverPolicy => {
  const [first, ...others] = approversOf().keys;
  return { ...approversOf(), keys: [{ ...first!, ...more }, ...others] };
};

/** Two people must approve, and not the one who made the plan. */
const strict: ApproverPolicy = { ...approversOf(2), makerMayApprove: false };
const made = (plan: RetentionPlan, by: TestSigner): string => approve(plan.digest, by)[0] ?? '';

describe('not approved', () => {
  const accidents: readonly [string, ApproverPolicy, (plan: RetentionPlan) => Changed, RegExp][] = [
    ['nobody signed', approversOf(), () => ({ approvals: [] }), /requires 1 approval of \w{64} and has none/],
    [
      'another plan was signed',
      approversOf(),
      () => ({ approvals: approve('f'.repeat(64), ines) }),
      /signature 1: the signature does not fit/,
    ],
    [
      'a stranger signed',
      approversOf(),
      ({ digest }) => ({ approvals: approve(digest, stranger) }),
      /the key SHA256:\S+ is not in the policy/,
    ],
    [
      'it was signed for another purpose',
      approversOf(),
      ({ digest }) => ({ approvals: [ines.sign('git', signedText(digest))] }),
      /was not made for parlance-plan@1/,
    ],
    [
      'the digest was signed without its line feed',
      approversOf(),
      ({ digest }) => ({ approvals: [ines.sign('parlance-plan@1', digest)] }),
      /does not fit/,
    ],
    [
      'the file is not a signature',
      approversOf(),
      () => ({ approvals: ['approved, Ines'] }),
      /must begin with "-----BEGIN SSH SIGNATURE-----"/,
    ],
    [
      'the public key was sent instead of a signature',
      approversOf(),
      () => ({ approvals: [ines.publicKey] }),
      /must begin with/,
    ],
    [
      'one person signed twice',
      approversOf(2),
      ({ digest }) => ({ approvals: approve(digest, ines, ines) }),
      /requires 2 approvals of \w{64} and has ines@example\.com\./,
    ],
    [
      'the key was revoked, also before it signed',
      restricted({ revokedAt: ago(0.001) }),
      ({ digest }) => ({ approvals: approve(digest, ines) }),
      /the key of ines@example\.com was revoked at/,
    ],
    [
      'the key has expired',
      restricted({ validUntil: ago(1) }),
      ({ digest }) => ({ approvals: approve(digest, ines) }),
      /the key of ines@example\.com was valid until/,
    ],
    [
      'the key is not valid yet',
      restricted({ validFrom: ago(-1) }),
      ({ digest }) => ({ approvals: approve(digest, ines) }),
      /the key of ines@example\.com is not valid before/,
    ],
    [
      'nobody knows who made the plan',
      strict,
      ({ digest }) => ({ approvals: approve(digest, ines, omar) }),
      /not signed by its maker/,
    ],
    [
      'a stranger made the plan',
      strict,
      (plan) => ({ approvals: approve(plan.digest, ines, omar), madeBy: made(plan, stranger) }),
      /The signature of the maker does not count: the key/,
    ],
    [
      'the maker approved',
      strict,
      (plan) => ({ approvals: approve(plan.digest, ines, omar), madeBy: made(plan, ines) }),
      /has omar@example\.com\. Not counted: ines@example\.com made the plan and cannot approve it/,
    ],
  ];

  test.each(accidents)('%s', async (_name, approvers, change, message) => {
    const world = await retentionWorld({ limit: 2 });
    const plan = await world.plan({ approvers });
    const options = applying(world, plan, { approvers, ...change(plan) });
    await expect(applyRetention(plan, options)).rejects.toThrow(
      expect.objectContaining({ code: 'not_approved', message: expect.stringMatching(message) as string }),
    );
    expect([deletions(world), await entriesOf(world)]).toEqual([0, []]);
  });

  test('the plan says that nobody must approve it, and the policy that somebody must', async () => {
    const world = await retentionWorld({ limit: 2 });
    const plan = await world.plan({ approvers: 'none' });
    const options = applying(world, plan);
    await expect(applyRetention(plan, options)).rejects.toMatchObject({ code: 'policy_changed' });
  });
});

test('two people approve what a third one made, and the journal keeps their signatures', async () => {
  const world = await retentionWorld({ limit: 2 });
  const plan = await world.plan({ approvers: strict });
  const approvals = approve(plan.digest, ines, omar);
  const options = applying(world, plan, { approvers: strict, approvals, madeBy: made(plan, lena) });
  expect(await applyRetention(plan, options)).toMatchObject({ deleted: 2 });
  const [first, started] = await entriesOf(world);
  expect(first).toMatchObject({ type: 'approvers', plan: null, signed_by: [] });
  expect(started).toMatchObject({
    type: 'started',
    approved_by: [
      { by: 'ines@example.com', key: expect.stringMatching(/^SHA256:/) as string, signature: approvals[0] },
      { by: 'omar@example.com', signature: approvals[1] },
    ],
    made_by: { by: 'lena@example.com' },
  });
});

describe('a policy of approvers is refused', () => {
  const [first, second] = approversOf().keys;
  const accidents: readonly [string, unknown, string][] = [
    ['nothing', null, "approvers must name who approves plans, or be 'none'"],
    ['a typing error', 'non', "approvers must be an object, or 'none'"],
    ['no number', { keys: [first] }, 'approvers.required is missing'],
    ['a number of 0', { required: 0, keys: [first] }, 'approvers.required must be a whole number from 1'],
    [
      'more than there are',
      { required: 2, keys: [first] },
      'approvers.required is 2, and approvers.keys has 1',
    ],
    [
      'one person twice, in two forms of Unicode',
      {
        required: 1,
        keys: [
          { ...first, name: 'Zo\u00EB' },
          { ...second, name: ' zoe\u0308 ' },
        ],
      },
      'twice',
    ],
    [
      'one key for two people',
      { required: 1, keys: [first, { ...second, key: `${first!.key}-of-omar` }] },
      'one key for ines@example.com and omar@example.com',
    ],
    [
      'a maker who is an approver',
      { required: 1, keys: [first], makers: [{ ...second, name: 'INES@example.com' }] },
      'twice',
    ],
    [
      'a name for a key',
      { required: 1, keys: [{ name: 'ines', key: 'ines.pub' }] },
      'approvers.keys.0.key: ',
    ],
    [
      'a private key',
      { required: 1, keys: [{ name: 'ines', key: '-----BEGIN OPENSSH PRIVATE KEY-----' }] },
      'this is a private key',
    ],
    [
      'a date without a time',
      { required: 1, keys: [{ ...first, revokedAt: '2026-05-01' }] },
      'approvers.keys.0.revokedAt must be a time',
    ],
    [
      'an impossible time',
      { required: 1, keys: [{ ...first, validFrom: '2026-02-31T25:00:00Z' }] },
      'approvers.keys.0.validFrom must be a time',
    ],
    [
      'dates in the wrong order',
      { required: 1, keys: [{ ...first, validFrom: ago(1), validUntil: ago(2) }] },
      'validUntil must be after validFrom',
    ],
    ['an unknown option', { required: 1, keys: [first], expires: 1 }, 'expires is not an option'],
  ];

  test.each(accidents)('%s', async (_name, approvers, message) => {
    const world = await retentionWorld({ limit: 1 });
    await expect(world.plan({ approvers: approvers as ApproverPolicy })).rejects.toThrow(message);
  });
});

describe('approvers in force', () => {
  const world = async (): Promise<RetentionWorld> => {
    const created = await retentionWorld({ limit: 2 });
    await acceptApprovers({ store: created.store, approvers: approversOf(2) });
    return created;
  };
  const withStranger: ApproverPolicy = {
    ...approversOf(2),
    keys: [...approversOf().keys, { name: 'stranger', key: stranger.publicKey }],
  };
  const signed = (digest: string, ...people: readonly TestSigner[]): string[] =>
    people.map((person) => person.sign(APPROVERS_NAMESPACE, signedText(digest)));

  test.each([
    ['an approver is added', withStranger],
    ['fewer people must approve', approversOf(1)],
    ['the maker may approve', { ...approversOf(2), makerMayApprove: false }],
    ['a maker is added', { ...approversOf(2), makers: [{ name: 'stranger', key: stranger.publicKey }] }],
    ['nobody must approve', 'none' as const],
    [
      'a key is replaced',
      {
        ...approversOf(2),
        keys: [...approversOf().keys.slice(1), { name: 'ines', key: stranger.publicKey }],
      },
    ],
  ])('%s: earlier approvers must sign it', async (_name, approvers) => {
    const { store } = await world();
    const { digest, status, signaturesRequired } = await approversInForce({ store, approvers });
    expect([status, signaturesRequired]).toEqual(['changed', 2]);
    const accept = (...signatures: string[]) => acceptApprovers({ store, approvers, signatures });
    for (const signatures of [
      [],
      signed(digest, ines),
      signed(digest, ines, ines),
      signed(digest, ines, stranger),
      approve(digest, ines, omar), // A signature of a plan does not fit.
      signed('f'.repeat(64), ines, omar),
    ])
      await expect(accept(...signatures)).rejects.toMatchObject({ code: 'approvers_changed' });
    await accept(...signed(digest, ines, omar));
    expect(await approversInForce({ store, approvers })).toMatchObject({ status: 'in_force' });
  });

  test('a key is revoked without a signature, and cannot come back without them', async () => {
    const { store } = await world();
    const [first, ...others] = approversOf().keys;
    const revoked = { ...approversOf(2), keys: [{ ...first!, revokedAt: ago(1) }, ...others] };
    expect(await acceptApprovers({ store, approvers: revoked })).toMatchObject({ status: 'narrower' });
    const back = await approversInForce({ store, approvers: approversOf(2) });
    expect(back).toMatchObject({ status: 'changed', signaturesRequired: 2 });
    const signatures = signed(back.digest, ines, omar);
    await expect(acceptApprovers({ store, approvers: approversOf(2), signatures })).rejects.toThrow(
      'the key of ines@example.com was revoked',
    );
  });

  test('applying a plan with other approvers is refused, before anything is recorded', async () => {
    const { store, ...rest } = await world();
    const plan = await rest.plan({ approvers: withStranger });
    const approvals = approve(plan.digest, ines, stranger);
    const options = applying({ store, ...rest }, plan, { approvers: withStranger, approvals });
    await expect(applyRetention(plan, options)).rejects.toMatchObject({ code: 'approvers_changed' });
    expect(await entriesOf({ store, ...rest })).toHaveLength(1);
    expect(deletions({ store, ...rest })).toBe(0);
  });

  test('the comment of a key and the order of dates change nothing', async () => {
    const { store } = await world();
    const keys = approversOf().keys.map((key) => ({ ...key, key: key.key.replace(/ \w+$/, ' laptop') }));
    expect(await approversInForce({ store, approvers: { ...approversOf(2), keys } })).toMatchObject({
      status: 'in_force',
    });
  });
});
