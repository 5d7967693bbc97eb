import type {
  UserProfile,
  UserProfileCreateParams,
  UserProfileEnrollmentUrl,
  UserProfileUpdateParams,
} from '@parlance/schemas';
import type { Backend } from './backend.js';
import type { CallContext } from './rpc.js';

/** Calls for user profiles. */
export function profileCalls({ parlance }: Backend) {
  return {
    'profiles.list': async (_: null, { signal }: CallContext): Promise<UserProfile[]> =>
      Array.fromAsync(parlance.managedAgents.userProfiles.list({ limit: 100 }, { signal })),

    'profiles.create': async (params: UserProfileCreateParams): Promise<UserProfile> =>
      parlance.managedAgents.userProfiles.create(params),

    'profiles.update': async ({
      id,
      ...params
    }: UserProfileUpdateParams & { id: string }): Promise<UserProfile> =>
      parlance.managedAgents.userProfiles.update(id, params),

    'profiles.enroll': async ({ id }: { id: string }): Promise<UserProfileEnrollmentUrl> =>
      parlance.managedAgents.userProfiles.createEnrollmentUrl(id),
  };
}
