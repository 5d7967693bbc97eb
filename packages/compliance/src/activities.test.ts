import { activityTypes, type Activity, type ActivityListParams } from '@parlance/schemas';
import { verifies } from '@parlance/testing';
import { describe, expect, test } from 'vitest';
import type { ComplianceClient } from './compliance-client.js';
import { connect, userIdsOf, WAYS } from './testing/connect.js';

async function all(compliance: ComplianceClient, params: ActivityListParams = {}): Promise<Activity[]> {
  const found: Activity[] = [];
  for await (const activity of compliance.activities.list(params)) found.push(activity);
  return found;
}

const NOT_OWN = activityTypes.filter((type) => type !== 'compliance_api_accessed');

describe.each(WAYS)('activities, %s', (way) => {
  test('are listed newest first, ties by id, each once', async () => {
    verifies('CMP-080', 'GEN-022');
    await using open = await connect(way);
    const { compliance } = open;
    const first = await compliance.activities.list();
    expect(first.data).toHaveLength(100);
    expect(Object.keys(first.body).toSorted()).toEqual(['data', 'first_id', 'has_more', 'last_id']);
    const whole = await all(compliance, { limit: 5000, activity_types: NOT_OWN });
    expect(whole.length).toBeGreaterThanOrEqual(300);
    expect(await all(compliance, { limit: 9, activity_types: NOT_OWN })).toEqual(whole);
    const place = ({ created_at, id }: Activity): string => `${created_at} ${id}`;
    expect(whole.map(place)).toEqual(whole.map(place).toSorted().toReversed());
    const times = whole.map((activity) => activity.created_at);
    expect(times.some((time, index) => time === times[index + 1])).toBe(true);
  });

  test('are listed from older to newer pages with before_id', async () => {
    verifies('CMP-080', 'GEN-022');
    await using open = await connect(way);
    const { compliance } = open;
    const whole = await all(compliance, { limit: 5000, activity_types: NOT_OWN });
    const end = await compliance.activities.list({ limit: 5000, activity_types: NOT_OWN });
    const back: Activity[] = [];
    const query = { limit: 50, activity_types: NOT_OWN, before_id: end.body['last_id'] as string };
    for await (const page of compliance.activities.list(query).pages()) back.unshift(...page.data);
    expect(back).toEqual(whole.slice(0, -1));
  });
});

test('filters by every documented type, and by unknown ones', async () => {
  verifies('CMP-081', 'CMP-088', 'CMP-089');
  await using open = await connect();
  const { compliance } = open;
  const whole = await all(compliance, { activity_types: NOT_OWN });
  const known = new Set(whole.map((activity) => activity.type));
  expect(known.size).toBeGreaterThan(170);
  for (const type of activityTypes) {
    const found = await all(compliance, { activity_types: [type], limit: 5000 });
    expect(found.every((activity) => activity.type === type)).toBe(true);
    if (type !== 'compliance_api_accessed')
      expect(found).toEqual(whole.filter((activity) => activity.type === type));
  }
  expect(await all(compliance, { activity_types: ['moon_landed'] })).toEqual([]);
  const two = await all(compliance, { activity_types: ['org_deletion_requested', 'org_creation_blocked'] });
  expect(new Set(two.map((activity) => activity.type))).toEqual(
    new Set(['org_deletion_requested', 'org_creation_blocked']),
  );
});

test('activities have the common fields and a documented actor', async () => {
  verifies('CMP-082', 'CMP-083', 'CMP-084', 'CMP-085', 'CMP-086', 'CMP-087', 'CMP-104');
  await using open = await connect();
  const whole = await all(open.compliance, { activity_types: NOT_OWN });
  const uuid = (await open.compliance.organizations.list()).data[0]?.uuid;
  for (const activity of whole) {
    expect(activity).toMatchObject({
      id: expect.stringMatching(/^activity_/),
      created_at: expect.stringMatching(/^2026-/),
      type: expect.any(String),
      actor: { type: expect.stringMatching(/_actor$/) },
    });
    const { organization_id, organization_uuid } = activity;
    expect(organization_uuid).toBe(organization_id === null ? null : uuid);
  }
  const actors = new Map(whole.map(({ actor }) => [actor.type as string, actor]));
  expect(Object.fromEntries(actors)).toEqual({
    user_actor: {
      type: 'user_actor',
      email_address: expect.stringMatching(/@/),
      ip_address: expect.stringMatching(/^203\.0\.113\.\d+$/),
      user_agent: expect.stringMatching(/^Mozilla/),
      user_id: expect.stringMatching(/^user_/),
    },
    vendor_actor: { type: 'vendor_actor', email_address: null },
    api_actor: {
      type: 'api_actor',
      api_key_id: expect.stringMatching(/^apikey_/),
      ip_address: '198.51.100.20',
      user_agent: 'nightly-reports/1.4',
    },
    scim_directory_sync_actor: {
      type: 'scim_directory_sync_actor',
      directory_id: expect.any(String),
      provider_event_id: expect.any(String),
      idp_connection_type: 'generic-saml',
    },
    admin_api_key_actor: { type: 'admin_api_key_actor', admin_api_key_id: expect.any(String) },
    unauthenticated_user_actor: expect.objectContaining({ type: 'unauthenticated_user_actor' }),
  });
});

const USER = ['user_actor'];
const USER_OR_VENDOR = ['user_actor', 'vendor_actor'];
const THREE = ['api_actor', 'user_actor', 'vendor_actor'];
const LIMIT = ['amount', 'is_enabled', 'limit_type', 'spend_limit_id', 'user_id'];

/** Rule, type, actor types, extra fields. */
const SHAPES: readonly (readonly [
  rule: string,
  types: string,
  actors: readonly string[],
  fields: readonly string[],
])[] = [
  ['CMP-090', 'desktop_extension_blocklisted', USER, ['extension_id']],
  ['CMP-090', 'desktop_extension_removed_from_allowlist', USER, ['extension_id']],
  ['CMP-090', 'desktop_extension_unblocked', USER, ['extension_id']],
  ['CMP-091', 'desktop_extension_deleted', USER, ['extension_id', 'version']],
  ['CMP-092', 'desktop_extension_uploaded', USER, ['extension_id', 'version']],
  ['CMP-092', 'desktop_extension_version_uploaded', USER, ['extension_id', 'version']],
  ['CMP-093', 'domain_claim_initiated', USER, []],
  ['CMP-093', 'org_deletion_requested', USER, []],
  ['CMP-093', 'org_discoverability_disabled', USER, []],
  ['CMP-093', 'org_discoverability_enabled', USER, []],
  ['CMP-093', 'org_discoverability_settings_updated', USER, []],
  ['CMP-093', 'org_data_export_accessed', USER, []],
  ['CMP-094', 'end_user_invite_requested', USER, ['invitee_email']],
  ['CMP-095', 'extra_usage_billing_enabled', USER_OR_VENDOR, []],
  ['CMP-095', 'extra_usage_credit_granted', USER_OR_VENDOR, []],
  ['CMP-095', 'org_data_export_completed', USER_OR_VENDOR, []],
  ['CMP-095', 'org_data_export_started', USER_OR_VENDOR, []],
  ['CMP-095', 'org_deleted_via_bulk', USER_OR_VENDOR, []],
  ['CMP-095', 'org_directory_sync_add_initiated', USER_OR_VENDOR, []],
  ['CMP-096', 'extra_usage_spend_limit_created', THREE, LIMIT],
  ['CMP-097', 'extra_usage_spend_limit_deleted', THREE, ['spend_limit_id', 'user_id']],
  [
    'CMP-098',
    'extra_usage_spend_limit_increase_request_approved',
    ['api_actor'],
    ['amount', 'requester_user_id', 'spend_limit_id', 'spend_limit_increase_request_id'],
  ],
  [
    'CMP-099',
    'extra_usage_spend_limit_increase_request_denied',
    ['api_actor'],
    ['requester_user_id', 'spend_limit_increase_request_id'],
  ],
  ['CMP-100', 'org_creation_blocked', USER_OR_VENDOR, ['reason']],
  ['CMP-101', 'org_directory_resync_completed', USER_OR_VENDOR, ['resync_uuid']],
  ['CMP-101', 'org_directory_resync_failed', USER_OR_VENDOR, ['resync_uuid']],
  ['CMP-102', 'org_directory_resync_started', USER_OR_VENDOR, ['resync_uuid', 'sync_destinations']],
  ['CMP-103', 'org_directory_sync_activated', ['scim_directory_sync_actor', ...USER_OR_VENDOR], []],
  ['CMP-103', 'org_directory_sync_deleted', ['scim_directory_sync_actor', ...USER_OR_VENDOR], []],
];

test.each(SHAPES)('%s: %s has actors %j and fields %j', async (_, type, actors, fields) => {
  verifies('CMP-090', 'CMP-091', 'CMP-092', 'CMP-093', 'CMP-094', 'CMP-095', 'CMP-096', 'CMP-097');
  verifies('CMP-098', 'CMP-099', 'CMP-100', 'CMP-101', 'CMP-102', 'CMP-103');
  await using open = await connect();
  const found = await all(open.compliance, { activity_types: [type] });
  expect([...new Set(found.map((activity) => activity.actor.type as string))].toSorted()).toEqual(actors);
  const common = ['actor', 'created_at', 'id', 'organization_id', 'organization_uuid', 'type'];
  for (const activity of found) {
    expect(Object.keys(activity).toSorted()).toEqual([...common, ...fields].toSorted());
  }
});

test.each([
  ['limit=0', 'limit', 'GEN-022'],
  ['limit=5001', 'limit', 'GEN-022'],
  ['created_at.gte=today', 'created_at.gte', 'CMP-029'],
  ['after_id=a&before_id=b', 'before_id', 'GEN-016'],
  ['after_id=activity_none', 'after_id', 'GEN-009'],
  ['actor_ids[]=apikey_1', 'actor_ids.0', 'GEN-022'],
  ['order=asc', 'order', 'GEN-004'],
])('a list with %s is rejected', async (query, parameter, rule) => {
  verifies('GEN-022', 'GEN-016', 'GEN-009');
  await using open = await connect();
  const answer = await open.ask(`GET /v1/compliance/activities?${query}`);
  expect(answer).toMatchObject({ status: 400, rule });
  expect(answer.json.error.message).toMatch(new RegExp(`^${parameter.replaceAll('.', String.raw`\.`)}: `));
});

test('filters by actor, organization and time', async () => {
  verifies('CMP-081');
  await using open = await connect();
  const { compliance } = open;
  const whole = await all(compliance, { activity_types: NOT_OWN });
  const [user] = (await userIdsOf(compliance)).slice(3, 4);
  const byUser = await all(compliance, { actor_ids: [user ?? ''] });
  expect(byUser.length).toBeGreaterThan(0);
  expect(byUser).toEqual(whole.filter(({ actor }) => actor.type === 'user_actor' && actor.user_id === user));
  const owned = whole.find((activity) => activity.organization_id !== null);
  for (const id of [owned?.organization_id, owned?.organization_uuid])
    expect(await all(compliance, { organization_ids: [id ?? ''] })).toEqual(
      whole.filter((activity) => activity.organization_id !== null),
    );
  const moment = whole[100]?.created_at ?? '';
  expect(await all(compliance, { activity_types: NOT_OWN, created_at: { lt: moment } })).toEqual(
    whole.filter((activity) => (activity.created_at ?? '') < moment),
  );
});

test('the service does not push activities', async () => {
  verifies('CMP-105');
  await using open = await connect();
  const { fake } = open;
  const paths = ['/v1/compliance/activities/stream', '/v1/compliance/webhooks'];
  for (const path of paths) expect((await open.ask(`GET ${path}` as `GET /${string}`)).status).toBe(404);
  expect(fake.journal()).toHaveLength(paths.length);
});
