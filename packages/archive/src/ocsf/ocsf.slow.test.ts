import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Activity } from '@parlance/schemas';
import { activityTypes } from '@parlance/schemas/compliance';
import { ConfigError } from '@parlance/core-transport';
import { ocsf, redactContent, type OcsfOptions, type OcsfVersion } from '../index.js';
import { createRecord } from '../certificates/digest.js';
import type { Unit } from '../certificates/extent.js';
import { ocsfErrors } from './testing/validate-ocsf.js';

const unit: Unit = { name: 'activities/2026-04-01T00-00-00-000Z', family: 'activities', revision: 0 };

interface OcsfEvent {
  readonly class_uid: number;
  readonly activity_id: number;
  readonly activity_name: string;
  readonly category_uid: number;
  readonly type_uid: number;
  readonly status_id: number;
  readonly time: number;
  readonly metadata: { readonly uid: string; readonly event_code: string; readonly version: string };
  readonly [attribute: string]: unknown;
}

const delivery = { id: 'activity/activity_01/0', exportName: 'nightly', unit };

function eventOf(fields: Readonly<Record<string, unknown>>, options: OcsfOptions = {}): OcsfEvent {
  const activity = {
    id: 'activity_01',
    created_at: '2026-04-01T00:30:00.000Z',
    organization_id: 'org_01',
    actor: {
      type: 'user_actor',
      email_address: 'ines@example.com',
      ip_address: '203.0.113.7',
      user_agent: 'Mozilla/5.0',
      user_id: 'user_01',
    },
    ...fields,
  } as Activity;
  const record = createRecord('activity', 'activity_01', activity);
  return ocsf(options)(record, delivery) as OcsfEvent;
}

function eventsOf(activity: object, version: OcsfVersion): readonly object[] {
  const record = createRecord('activity', 'activity_01', activity as Activity);
  return [ocsf({ version })(record, delivery)].flat().filter((event) => event !== null) as object[];
}

const versions = ['1.3.0', '1.8.0'] as const;

describe.each(versions)('by the official schema of OCSF %s', (version) => {
  test.each(activityTypes)('%s is a valid event', (type) => {
    for (const fields of [{}, { member_ids: ['user_02'] }]) {
      const event = eventOf({ type, ...fields }, { version });
      expect(ocsfErrors(event, version)).toEqual([]);
      expect(event).toMatchObject({
        time: Date.UTC(2026, 3, 1, 0, 30),
        metadata: { uid: 'activity_01', event_code: type, version },
      });
      expect(event.class_uid).not.toBe(0);
    }
  });

  test('10,000 random activities become valid events', () => {
    fc.assert(
      fc.property(randomActivity, (activity) => {
        for (const event of eventsOf(activity, version)) expect(ocsfErrors(event, version)).toEqual([]);
      }),
      { numRuns: 10_000 },
    );
  });
});

test('the validator finds every error of an event', () => {
  const event = eventOf({ type: 'assistant_chat_deleted' });
  const { metadata, ...others } = event;
  expect(ocsfErrors({ ...event, severity: 'Low', severity_id: 4 }, '1.3.0')).toEqual([
    'severity_id: severity is Low, not High',
  ]);
  expect(ocsfErrors({ ...event, status_id: 7, shade: 'red', web_resources: [{}] }, '1.3.0')).toEqual([
    'status_id is 7, which is not listed',
    'status_id: status is Success, not undefined',
    'web_resources[0].: at_least_one of name, uid',
    'shade is unknown',
  ]);
  expect(ocsfErrors({ ...others, metadata: { ...metadata, profiles: [] } }, '1.3.0')).toEqual([
    'actor is unknown',
  ]);
  expect(ocsfErrors({ ...event, time: undefined }, '1.3.0')).toEqual(['time is missing']);
});

const hostile = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '',
    'GET',
    'PATCH',
    'delete',
    '203.0.113.7',
    '::1',
    'a@b',
    'ines@example.com',
    'https://x/y?q=1',
  ),
  fc.integer(),
  fc.constantFrom(null, undefined, true, [], {}, ['user_1', 7], ['user_1', 'user_2']),
);
const actorFields = [
  'user_id',
  'email_address',
  'unauthenticated_email_address',
  'api_key_id',
  'admin_api_key_id',
  'directory_id',
  'ip_address',
  'user_agent',
];
const activityFields = [
  'id',
  'organization_id',
  'created_at',
  'member_ids',
  'group_id',
  'group_name',
  'filename',
  'assistant_file_id',
  'assistant_chat_id',
  'user_id',
  'user_email',
  'deleted_user_id',
  'invited_email',
  'current_role',
  'role_id',
  'url',
  'request_method',
  'request_id',
  'status_code',
  'key_name',
  'api_key_id',
];
const recordOf = (fields: readonly string[]): fc.Arbitrary<Record<string, unknown>> =>
  fc.dictionary(fc.constantFrom(...fields), hostile);
const actorTypes = [
  'user_actor',
  'api_actor',
  'admin_api_key_actor',
  'vendor_actor',
  'scim_directory_sync_actor',
  'unauthenticated_user_actor',
  'robot_actor',
];
const randomActivity = fc
  .tuple(
    fc.oneof(fc.constantFrom(...activityTypes), fc.string()),
    recordOf(activityFields),
    fc.oneof(
      fc.constantFrom(null, undefined),
      fc
        .tuple(fc.constantFrom(...actorTypes), recordOf(actorFields))
        .map(([type, fields]) => ({ ...fields, type })),
    ),
  )
  .map(([type, fields, actor]) => ({ ...fields, type, actor }));

// The end of a name says what happened. Exceptions are the types whose name means something else.
test.each([
  [/_created$/, ['Create', 'Share'], []],
  [/_deleted$/, ['Delete'], ['assistant_code_security_scan_schedule_deleted']],
  [/_viewed$/, ['Read', 'Preview'], []],
  [/_listed$/, ['Read'], []],
  [/_updated$/, ['Update', 'Share', 'Assign Privileges'], ['scim_user_updated']],
  [/_enabled$/, ['Enable'], []],
  [/_disabled$/, ['Disable'], []],
  [/_uploaded$/, ['Upload', 'Create'], []],
])('types that match %s are %s', (end, activities, exceptions: readonly string[]) => {
  const others = activityTypes
    .filter((type) => end.test(type) && !exceptions.includes(type))
    .map((type) => [type, eventOf({ type }).activity_name] as const)
    .filter(([, activity]) => !activities.includes(activity));
  expect(others).toEqual([]);
});

test('types that name a failure have the status failure, and no others', () => {
  const failed = activityTypes.filter((type) => eventOf({ type }).status_id === 2);
  expect(failed).toEqual([
    'assistant_artifact_access_failed',
    'assistant_chat_access_failed',
    'assistant_chat_deletion_failed',
    'assistant_file_access_failed',
    'assistant_project_document_access_failed',
    'assistant_project_document_deletion_failed',
    'assistant_project_file_access_failed',
    'assistant_project_file_deletion_failed',
    'ghe_webhook_signature_invalid',
    'magic_link_login_failed',
    'org_creation_blocked',
    'org_directory_resync_failed',
    'sso_login_failed',
  ]);
});

test.each([
  ['sso_login_succeeded', 3002, 1, 1],
  ['magic_link_login_failed', 3002, 1, 2],
  ['user_logged_out', 3002, 2, 1],
  ['scim_user_created', 3001, 1, 1],
  ['org_user_deleted', 3001, 6, 1],
  ['rbac_role_assigned', 3005, 1, 1],
  ['role_assignment_revoked', 3005, 2, 1],
  ['group_member_added', 3004, 3, 1],
  ['group_created', 3004, 1, 1],
  ['assistant_chat_deleted', 6001, 4, 1],
  ['assistant_project_sharing_updated', 6001, 8, 1],
  ['org_data_export_started', 6001, 7, 1],
  ['assistant_file_uploaded', 6006, 1, 1],
  ['platform_file_content_downloaded', 6006, 2, 1],
  ['api_key_created', 3004, 1, 1],
  ['org_sso_connection_deactivated', 3004, 9, 1],
  ['org_invites_listed', 3004, 2, 1],
])('%s is class %i, activity %i, status %i', (type, class_uid, activity_id, status_id) => {
  expect(eventOf({ type })).toMatchObject({ class_uid, activity_id, status_id });
});

test('each member of a group has an event, and a group without members is an entity where OCSF requires a user', () => {
  const fields = { type: 'group_member_added', group_id: 'group_1', group_name: 'Legal', actor: null };
  const group = { uid: 'group_1', name: 'Legal' };
  const [first, second] = eventsOf(
    { ...fields, id: 'activity_01', member_ids: ['user_1', 'user_2'] },
    '1.3.0',
  );
  expect(first).toMatchObject({
    class_name: 'Group Management',
    activity_name: 'Add User',
    group,
    user: { uid: 'user_1' },
    metadata: { uid: 'activity_01/1', correlation_uid: 'activity_01' },
  });
  expect(second).toMatchObject({ user: { uid: 'user_2' }, metadata: { uid: 'activity_01/2' } });
  expect(eventOf({ type: 'group_created', group_id: 'group_1' }, { version: '1.8.0' })).toMatchObject({
    class_name: 'Group Management',
    activity_name: 'Create',
    group: { uid: 'group_1' },
  });
  expect(eventOf(fields)).toMatchObject({
    class_name: 'Entity Management',
    activity_name: 'Update',
    entity: group,
  });
});

test.each([
  ['High', { type: 'admin_api_key_deleted', actor: { type: 'api_actor', api_key_id: 'key_1' } }],
  [
    'High',
    {
      type: 'compliance_api_accessed',
      actor: { type: 'admin_api_key_actor', admin_api_key_id: 'key_1' },
      request_method: 'DELETE',
      status_code: 200,
    },
  ],
  ['Medium', { type: 'sso_login_failed' }],
  ['Medium', { type: 'rbac_role_assigned' }],
  ['Low', { type: 'assistant_chat_deleted' }],
  ['Low', { type: 'assistant_chat_access_failed' }],
  ['Informational', { type: 'assistant_chat_viewed' }],
  ['Informational', { type: 'sso_login_succeeded' }],
  ['Informational', { type: 'moon_landed' }],
])('the severity is %s for %o', (severity, fields) => {
  expect(eventOf(fields)).toMatchObject({ severity });
});

test('a redacted call keeps its operation, without what it asks for', () => {
  const record = createRecord('activity', 'activity_01', {
    type: 'compliance_api_accessed',
    id: 'activity_01',
    created_at: '2026-04-01T00:30:00.000Z',
    actor: { type: 'api_actor', api_key_id: 'key_1' },
    url: 'https://api.example.com/v1/compliance/apps/chats?query=SECRET#SECRET',
    request_method: 'GET',
  } as unknown as Activity);
  const redacted = redactContent()(record);
  expect(JSON.stringify(redacted)).not.toContain('SECRET');
  expect(redacted && ocsf()(redacted, delivery)).toMatchObject({
    api: { operation: 'GET /v1/compliance/apps/chats' },
  });
});

test('an activity of a chat names the chat, the actor and where it came from', () => {
  expect(eventOf({ type: 'assistant_chat_deleted', assistant_chat_id: 'assistant_chat_1' })).toMatchObject({
    class_name: 'Web Resources Activity',
    type_name: 'Web Resources Activity: Delete',
    actor: { user: { uid: 'user_01', email_addr: 'ines@example.com', type_id: 1 } },
    src_endpoint: { ip: '203.0.113.7' },
    http_request: { user_agent: 'Mozilla/5.0' },
    web_resources: [{ uid: 'assistant_chat_1', name: 'assistant_chat_1', type: 'chat' }],
    metadata: { tenant_uid: 'org_01', original_time: '2026-04-01T00:30:00.000Z' },
    unmapped: { assistant_chat_id: 'assistant_chat_1' },
  });
});

test('a request to the compliance API is classified by its method and status', () => {
  const actor = {
    type: 'api_actor',
    api_key_id: 'key_1',
    ip_address: '198.51.100.1',
    user_agent: 'parlance',
  };
  const url = 'https://api.example.com/v1/compliance/apps/chats/assistant_chat_1?limit=1';
  const request = {
    type: 'compliance_api_accessed',
    actor,
    url,
    request_method: 'DELETE',
    request_id: 'req_1',
  };
  expect(eventOf({ ...request, status_code: 200 })).toMatchObject({
    class_uid: 6003,
    activity_id: 4,
    status_id: 1,
    api: {
      operation: 'DELETE /v1/compliance/apps/chats/assistant_chat_1',
      request: { uid: 'req_1' },
      response: { code: 200 },
    },
    actor: { user: { uid: 'key_1', credential_uid: 'key_1', type_id: 3 } },
  });
  expect(eventOf({ ...request, status_code: 403 })).toMatchObject({ status_id: 2 });
});

test.each([
  [{ type: 'vendor_actor' }, { name: 'vendor', type_id: 99 }],
  [
    { type: 'admin_api_key_actor', admin_api_key_id: 'key_2' },
    { uid: 'key_2', type_id: 3 },
  ],
  [
    { type: 'scim_directory_sync_actor', directory_id: 'dir_1', provider_event_id: 'e' },
    { uid: 'dir_1', type_id: 3 },
  ],
  [{ type: 'robot_actor' }, { name: 'robot_actor', type_id: 0 }],
  [{}, { name: 'unknown', type_id: 0 }],
  [null, { name: 'unknown', type_id: 0 }],
  [undefined, { name: 'unknown', type_id: 0 }],
])('actor %o', (actor, user) => {
  const event = eventOf({ type: 'group_created', actor });
  expect(event).toMatchObject({ actor: { user }, src_endpoint: { name: 'unknown' } });
});

test('a type that this release does not know becomes a base event with all its fields', () => {
  expect(eventOf({ type: 'moon_landed', crater: 'Tycho' })).toMatchObject({
    class_uid: 0,
    activity_id: 99,
    activity_name: 'moon_landed',
    type_uid: 99,
    status_id: 0,
    unmapped: { crater: 'Tycho' },
  });
});

test('other records are left out, and unsupported versions are rejected', () => {
  const project = createRecord('outcome', 'a', {
    id: 'a',
    subject: 'file',
    outcome: 'gone',
    request_id: null,
    listed: { source: 'file', name: null, mime_type: null, chat_id: null, message_id: null, user_id: 'u' },
  });
  expect(ocsf()(project, { id: '', exportName: '', unit })).toBeNull();
  expect(ocsf().kinds).toEqual(['activity']);
  expect(() => ocsf({ version: '0.9' as '1.3.0' })).toThrow(ConfigError);
});
