import type { ApiPromise, CallOptions, ListOptions, Paginator } from '@parlance/core-transport';
import type { Transport } from '@parlance/core-transport/internal';
import {
  createUserProfile,
  createUserProfileActionUrl,
  createUserProfileEnrollmentUrl,
  deleteUserProfile,
  listUserProfiles,
  retrieveUserProfile,
  updateUserProfile,
} from '@parlance/schemas/managed-agents';
import type {
  DeletedUserProfile,
  UserProfile,
  UserProfileActionUrl,
  UserProfileActionUrlCreateParams,
  UserProfileCreateParams,
  UserProfileEnrollmentUrl,
  UserProfileListParams,
  UserProfileUpdateParams,
} from '@parlance/schemas/managed-agents';

/** Creates and manages user profiles: the end users on whose behalf a platform calls the service. */
export class UserProfiles {
  readonly #transport: Transport;

  /** @param transport - Sends the requests. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Creates a user profile. */
  create(params: UserProfileCreateParams, options?: CallOptions): ApiPromise<UserProfile> {
    return this.#transport.call(createUserProfile, { body: params }, options);
  }

  /** Retrieves a user profile. */
  retrieve(userProfileId: string, options?: CallOptions): ApiPromise<UserProfile> {
    return this.#transport.call(retrieveUserProfile, { params: { user_profile_id: userProfileId } }, options);
  }

  /** Lists user profiles in order of creation. */
  list(params: UserProfileListParams = {}, options?: ListOptions): Paginator<UserProfile> {
    return this.#transport.list(listUserProfiles, { query: params }, options);
  }

  /** Updates a user profile. */
  update(
    userProfileId: string,
    params: UserProfileUpdateParams,
    options?: CallOptions,
  ): ApiPromise<UserProfile> {
    return this.#transport.call(
      updateUserProfile,
      { params: { user_profile_id: userProfileId }, body: params },
      options,
    );
  }

  /** Creates a URL where the end user can enroll. */
  createEnrollmentUrl(userProfileId: string, options?: CallOptions): ApiPromise<UserProfileEnrollmentUrl> {
    return this.#transport.call(
      createUserProfileEnrollmentUrl,
      { params: { user_profile_id: userProfileId } },
      options,
    );
  }

  /** Creates a URL for the person who takes an action, for example enrolls. */
  createActionUrl(
    userProfileId: string,
    params: UserProfileActionUrlCreateParams,
    options?: CallOptions,
  ): ApiPromise<UserProfileActionUrl> {
    return this.#transport.call(
      createUserProfileActionUrl,
      { params: { user_profile_id: userProfileId }, body: params },
      options,
    );
  }

  /** Deletes a user profile. */
  delete(userProfileId: string, options?: CallOptions): ApiPromise<DeletedUserProfile> {
    return this.#transport.call(deleteUserProfile, { params: { user_profile_id: userProfileId } }, options);
  }
}
