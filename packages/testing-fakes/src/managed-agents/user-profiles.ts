/**
 * Handlers for user profiles.
 *
 * Rules: UPR-001, UPR-002, UPR-004, UPR-005, UPR-006, UPR-007, UPR-012, UPR-016, UPR-017, UPR-021, UPR-023.
 */
import type { UserProfile, userProfileOperations } from '@parlance/schemas';
import type { HandlersFor } from '../engine/call.js';
import { badRequest } from '../engine/refusal.js';
import { changed, find, remove, touch } from '../records/find.js';
import { patchMetadata } from '../records/metadata.js';
import { cursorPage } from '../records/pages.js';
import type { World } from '../world/world.js';
import { enrollments } from './collections.js';
import { userProfiles } from '../workspace/user-profiles.js';

const named = { what: 'user profile' };
const HOUR_MS = 3_600_000;
/** Time from the start of an enrollment until it is decided, in milliseconds. */
const DECISION_MS = 600_000;
/** Name of the grant that an enrollment requests. */
const GRANT = 'identity';

/** Returns a profile with its grants at the current time of the world. */
function present(world: World, profile: UserProfile): UserProfile {
  const startedAt = world.store.of(enrollments).get(profile.id)?.startedAt;
  if (startedAt === undefined) return profile;
  const isDecided = world.clock.now() >= startedAt + DECISION_MS;
  const decision = profile.metadata.enrollment === 'rejected' ? 'rejected' : 'active';
  return { ...profile, trust_grants: { [GRANT]: { status: isDecided ? decision : 'pending' } } };
}

/** Handlers for the user profile operations. */
export const userProfileHandlers: HandlersFor<typeof userProfileOperations> = {
  'userProfiles.create': ({ body, world, now }) => {
    const id = world.id('uprof_');
    return world.store.of(userProfiles).put(id, {
      id,
      created_at: now,
      metadata: body.metadata ?? {},
      relationship: body.relationship ?? 'external',
      trust_grants: {},
      type: 'user_profile',
      updated_at: now,
      external_id: body.external_id ?? null,
      name: body.name ?? null,
    });
  },
  'userProfiles.retrieve': ({ params, world }) =>
    present(world, find(world.store.of(userProfiles), params.user_profile_id, named)),
  'userProfiles.list': (call) =>
    cursorPage(call, {
      from: call.world.store.of(userProfiles),
      order: call.query.order,
      show: (profile) => present(call.world, profile),
    }),
  'userProfiles.update': ({ params, body, world }) => {
    const records = world.store.of(userProfiles);
    const profile = find(records, params.user_profile_id, named);
    const next = changed(profile, {
      external_id: body.external_id,
      metadata: patchMetadata(profile.metadata, body.metadata, { emptyStringDeletes: true }),
      name: body.name,
      relationship: body.relationship ?? undefined,
    });
    if (next.relationship === 'resold' && (next.name ?? '') === '')
      throw badRequest('UPR-011', 'name', 'is required when relationship is "resold"');
    return present(world, next === profile ? profile : records.put(profile.id, touch(world.clock, next)));
  },
  'userProfiles.createEnrollmentUrl': ({ params, world }) => ({
    type: 'enrollment_url',
    ...startEnrollment(world, params.user_profile_id),
  }),
  'userProfiles.createActionUrl': ({ params, world }) => ({
    type: 'user_profile_action_url',
    ...startEnrollment(world, params.user_profile_id),
  }),
  'userProfiles.delete': ({ params, world }) => {
    const { id } = remove(world.store.of(userProfiles), params.user_profile_id, named);
    world.store.of(enrollments).delete(id);
    return { id, type: 'user_profile_deleted' };
  },
};

/** Starts the enrollment of a profile, unless it is pending or active. Returns the URL where the end user enrolls. */
function startEnrollment(world: World, id: string): { readonly expires_at: string; readonly url: string } {
  const profile = find(world.store.of(userProfiles), id, named);
  const started = world.store.of(enrollments);
  const status = present(world, profile).trust_grants[GRANT]?.status;
  if (status === undefined || status === 'rejected') started.put(id, { startedAt: world.clock.now() });
  return {
    expires_at: new Date(world.clock.now() + HOUR_MS).toISOString(),
    url: `https://enroll.parlance-fake.invalid/${world.id('')}`,
  };
}
