/**
 * Activities of every type with documented fields, by every documented type of actor.
 *
 * Rules: CMP-090, CMP-091, CMP-092, CMP-093, CMP-094, CMP-095, CMP-096, CMP-097, CMP-098, CMP-099, CMP-100,
 * CMP-101, CMP-102, CMP-103.
 */
import { activityTypesByKind } from '@parlance/schemas';
import type { StoredUser } from '../organization/directory.js';
import type { ActivityDetails } from '../organization/activity-records.js';
import type { StoredChat } from '../compliance/chat-records.js';
import type { DemoActors } from './activity-actors.js';
import type { DemoSource } from './ids.js';

/** Records that the samples refer to. */
export interface SampleParts {
  readonly source: DemoSource;
  readonly actors: DemoActors;
  readonly people: readonly StoredUser[];
  readonly chats: readonly StoredChat[];
  readonly workspaceId: string;
}

/**
 * Returns the samples of documented activity types.
 *
 * @param parts - Records that the samples refer to.
 */
export function documentedSamples(parts: SampleParts): readonly ActivityDetails[] {
  return [...extensions(parts), ...bare(parts), ...spending(parts), ...directory(parts)];
}

function extensions({ actors, source }: SampleParts): ActivityDetails[] {
  const extension_id = source.id('dext_');
  const actor = actors.user(0);
  return [
    { type: 'desktop_extension_uploaded', actor, extension_id, version: '1.0.0' },
    { type: 'desktop_extension_version_uploaded', actor, extension_id, version: '1.1.0' },
    { type: 'desktop_extension_blocklisted', actor, extension_id },
    { type: 'desktop_extension_unblocked', actor, extension_id },
    { type: 'desktop_extension_removed_from_allowlist', actor, extension_id },
    { type: 'desktop_extension_deleted', actor, extension_id, version: '1.0.0' },
    { type: 'desktop_extension_deleted', actor, extension_id, version: '' },
    {
      type: 'end_user_invite_requested',
      actor: actors.user(9),
      invitee_email: 'marco.silva@example.com',
    },
  ];
}

function bare({ actors }: SampleParts): ActivityDetails[] {
  return [
    ...activityTypesByKind.user.map((type) => ({ type, actor: actors.user(1) })),
    ...activityTypesByKind.userOrVendor.flatMap((type) => [
      { type, actor: actors.user(2) },
      { type, actor: actors.vendor },
    ]),
  ];
}

function spending({ actors, source, people }: SampleParts): ActivityDetails[] {
  const spend_limit_id = source.id('spl_');
  const spend_limit_increase_request_id = source.id('spr_');
  const user_id = (people[2] as StoredUser).id;
  const requester_user_id = (people[4] as StoredUser).id;
  const limit = { is_enabled: true, limit_type: 'organization', spend_limit_id, user_id };
  const three = [actors.user(2), actors.vendor, actors.api];
  return [
    ...three.map((actor, index) => ({
      type: 'extra_usage_spend_limit_created' as const,
      actor,
      amount: 250_000 + 50_000 * index,
      ...limit,
    })),
    ...three.map((actor) => ({
      type: 'extra_usage_spend_limit_updated' as const,
      actor,
      amount: 500_000,
      ...limit,
    })),
    ...three.map((actor) => ({
      type: 'extra_usage_spend_limit_deleted' as const,
      actor,
      spend_limit_id,
      user_id,
    })),
    {
      type: 'extra_usage_spend_limit_increase_request_approved',
      actor: actors.api,
      amount: 400_000,
      requester_user_id,
      spend_limit_id,
      spend_limit_increase_request_id,
    },
    {
      type: 'extra_usage_spend_limit_increase_request_denied',
      actor: actors.api,
      requester_user_id,
      spend_limit_increase_request_id,
    },
  ];
}

function directory({ actors, source }: SampleParts): ActivityDetails[] {
  const resync_uuid = `${source.id('').slice(0, 8).toLowerCase()}-resync`;
  const two = [actors.user(1), actors.vendor];
  const three = [...two, actors.sync];
  return [
    ...two.map((actor) => ({
      type: 'org_creation_blocked' as const,
      actor,
      reason: 'domain is claimed already',
    })),
    ...two.flatMap((actor) => [
      {
        type: 'org_directory_resync_started' as const,
        actor,
        resync_uuid,
        sync_destinations: ['users', 'groups'],
      },
      { type: 'org_directory_resync_completed' as const, actor, resync_uuid },
      { type: 'org_directory_resync_failed' as const, actor, resync_uuid },
    ]),
    ...three.flatMap((actor) => [
      { type: 'org_directory_sync_activated' as const, actor },
      { type: 'org_directory_sync_deleted' as const, actor },
    ]),
  ];
}
