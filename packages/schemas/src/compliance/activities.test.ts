import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { check } from '../kit/check.js';
import {
  AccessActivitySchema,
  ActivityListParamsSchema,
  ActivitySchema,
  ContentActivitySchema,
  DocumentedActivitySchema,
  PlainActivitySchema,
} from './schemas.js';
import { activityTypes } from './activity-types.js';

const actor = {
  type: 'user_actor',
  email_address: 'ines@example.com',
  ip_address: '203.0.113.7',
  user_agent: 'Mozilla/5.0',
  user_id: 'user_01',
};

describe('an activity', () => {
  test('lists every known type once', () => {
    expect(new Set(activityTypes).size).toBe(activityTypes.length);
    expect(activityTypes).toHaveLength(310);
    expect(activityTypes).toEqual(activityTypes.toSorted());
  });

  test('has a schema for every known type, and for no other type', () => {
    const schemas = [
      DocumentedActivitySchema,
      ContentActivitySchema,
      AccessActivitySchema,
      PlainActivitySchema,
    ];
    const types = schemas.flatMap((schema) => [...(schema._zod.propValues?.['type'] ?? [])]);
    expect(types.toSorted()).toEqual(activityTypes);
  });

  test('declares its types in one place', async () => {
    const folder = new URL('./', import.meta.url);
    const files = (await readdir(folder)).filter(
      (file) => file.startsWith('activit') && !/\.test|-types\.ts/.test(file),
    );
    const texts = await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')));
    const quoted = texts.flatMap((text) => [...text.matchAll(/'(\w+)'/g)].map((match) => match[1]));
    expect(activityTypes.filter((type) => quoted.includes(type))).toEqual([]);
  });

  test('is valid for every known type with all fields that any type requires', () => {
    const fields = {
      extension_id: 'x',
      version: '1',
      invitee_email: 'a@b',
      resync_uuid: 'u',
      sync_destinations: [],
    };
    const api = { type: 'api_actor', api_key_id: 'k', ip_address: 'i', user_agent: 'u' };
    for (const type of activityTypes) {
      expect([type, check(ActivitySchema, { type, actor, ...fields })]).toEqual([type, []]);
      expect([type, check(ActivitySchema, { type, actor: api, ...fields })]).toEqual([type, []]);
    }
  });

  test.each([
    ['desktop_extension_blocklisted', 'extension_id'],
    ['desktop_extension_deleted', 'extension_id'],
    ['desktop_extension_version_uploaded', 'version'],
    ['end_user_invite_requested', 'invitee_email'],
    ['org_directory_resync_failed', 'resync_uuid'],
    ['org_directory_resync_started', 'sync_destinations'],
  ])('%s requires %s', (type, field) => {
    const fields = {
      extension_id: 'x',
      version: '1',
      invitee_email: 'a@b',
      resync_uuid: 'u',
      sync_destinations: [],
    };
    expect(check(ActivitySchema, { type, actor, ...fields, [field]: undefined })).toMatchObject([
      { path: field, code: 'missing' },
    ]);
  });

  test('requires an actor and leaves the common fields optional', () => {
    expect(check(ActivitySchema, { actor })).toEqual([]);
    expect(check(ActivitySchema, { type: 'account_deleted' })).toMatchObject([
      { path: 'actor', code: 'missing', rule: 'CMP-083' },
    ]);
    expect(check(ActivitySchema, {})).toMatchObject([{ path: 'actor', code: 'missing' }]);
  });

  test('keeps unknown types, unknown actors and extra fields', () => {
    const later = { type: 'moon_landed', actor: { type: 'robot_actor', serial: 4 }, crater: 'Tycho' };
    expect(check(ActivitySchema, later)).toEqual([]);
    expect(check(ActivitySchema, { type: 'age_verified', actor: later.actor, extra: 1 })).toEqual([]);
  });

  test.each([
    ['user_actor', 'user_id'],
    ['api_actor', 'api_key_id'],
    ['scim_directory_sync_actor', 'provider_event_id'],
  ])('%s requires %s', (type, field) => {
    const issues = check(ActivitySchema, { type: 'age_verified', actor: { type } });
    expect(issues.map((issue) => issue.path)).toContain(`actor.${field}`);
  });

  test('accepts a vendor actor without an e-mail address', () => {
    expect(check(ActivitySchema, { type: 'age_verified', actor: { type: 'vendor_actor' } })).toEqual([]);
  });
});

describe('the query of activities', () => {
  test.each([
    [{ limit: 0 }, 'limit', 'GEN-022'],
    [{ limit: 5001 }, 'limit', 'GEN-022'],
    [{ after_id: 'a', before_id: 'b' }, 'before_id', 'GEN-016'],
    [{ created_at: { gte: 'yesterday' } }, 'created_at.gte', 'CMP-029'],
    [{ created_at: { since: '2026-01-01T00:00:00Z' } }, 'created_at.since', 'GEN-004'],
    [{ activity_types: 'account_deleted' }, 'activity_types', 'CMP-081'],
    [{ actor_ids: ['apikey_01'] }, 'actor_ids.0', 'GEN-022'],
  ])('%j is rejected at %s by %s', (query, path, rule) => {
    expect(check(ActivityListParamsSchema, query)).toMatchObject([{ path, rule }]);
  });

  test('accepts known and unknown types, and both bounds of a range', () => {
    expect(
      check(ActivityListParamsSchema, {
        activity_types: ['account_deleted', 'moon_landed'],
        created_at: { gt: '2026-01-01T00:00:00Z', lte: '2026-02-01T00:00:00.5+02:00' },
        limit: 5000,
      }),
    ).toEqual([]);
  });
});
