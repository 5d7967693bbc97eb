/** User profiles of a workspace, which messages and agents refer to. */
import type { UserProfile } from '@parlance/schemas';
import { workspaceCollection, type CollectionName } from '../world/store.js';

/** User profiles. */
export const userProfiles: CollectionName<UserProfile> = workspaceCollection('user_profiles');
