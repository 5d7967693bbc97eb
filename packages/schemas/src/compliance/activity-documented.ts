/** Activities whose fields are documented. */
import type { UnknownMember } from '../kit/open.js';
import type { ActivityFields } from './activity-fields.js';
import type { ActivityTypeOf } from './activity-types.js';
import type {
  ActivityApiActor,
  ActivityScimDirectorySyncActor,
  ActivityUserActor,
  ActivityVendorActor,
} from './activity-actors.js';

/**
 * A desktop extension was blocked, unblocked or removed from the allowlist.
 *
 * @source compliance > Activity (audit record)
 */
export interface DesktopExtensionActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'desktopExtension'>;
  /** Actor who performed the activity. */
  actor: ActivityUserActor | UnknownMember;
  /** Identifier of the extension. */
  extension_id: string;
}

/**
 * A desktop extension, or one version of it, was deleted.
 *
 * @source compliance > Activity (audit record)
 */
export interface DesktopExtensionDeletedActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'desktopExtensionDeleted'>;
  /** Actor who performed the activity. */
  actor: ActivityUserActor | UnknownMember;
  /** Identifier of the extension. */
  extension_id: string;
  /** Version from the manifest; empty or absent when all versions were deleted. */
  version?: string | undefined;
}

/**
 * A desktop extension, or a version of it, was uploaded.
 *
 * @source compliance > Activity (audit record)
 */
export interface DesktopExtensionUploadedActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'desktopExtensionUploaded'>;
  /** Actor who performed the activity. */
  actor: ActivityUserActor | UnknownMember;
  /** Identifier of the extension. */
  extension_id: string;
  /** Version from the manifest. */
  version: string;
}

/**
 * An activity of a user, without additional fields.
 *
 * @source compliance > Activity (audit record)
 */
export interface UserActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'user'>;
  /** Actor who performed the activity. */
  actor: ActivityUserActor | UnknownMember;
}

/**
 * A user requested an invite for another person.
 *
 * @source compliance > Activity (audit record)
 */
export interface EndUserInviteRequestedActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'endUserInviteRequested'>;
  /** Actor who performed the activity. */
  actor: ActivityUserActor | UnknownMember;
  /** E-mail address of the person to invite. */
  invitee_email: string;
}

/**
 * An activity of a user or the vendor, without additional fields.
 *
 * @source compliance > Activity (audit record)
 */
export interface UserOrVendorActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'userOrVendor'>;
  /** Actor who performed the activity. */
  actor: ActivityUserActor | ActivityVendorActor | UnknownMember;
}

/**
 * A spend limit for extra usage was created or changed. The fields of a change are not in the documents.
 *
 * @source compliance > Activity (audit record)
 */
export interface SpendLimitActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'spendLimit'>;
  /** Actor who performed the activity. */
  actor: ActivityUserActor | ActivityVendorActor | ActivityApiActor | UnknownMember;
  /** Monthly limit in minor units of the currency, for example cents. */
  amount?: number | undefined;
  /** Whether the limit is in effect. */
  is_enabled?: boolean | undefined;
  /** What is limited, for example `organization`, `seat_tier`, `member`, `service` or `group`. */
  limit_type?: string | undefined;
  /** Identifier of the limit. */
  spend_limit_id?: string | undefined;
  /** Identifier of the acting user. */
  user_id?: string | undefined;
}

/**
 * A spend limit for extra usage was deleted.
 *
 * @source compliance > Activity (audit record)
 */
export interface SpendLimitDeletedActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'spendLimitDeleted'>;
  /** Actor who performed the activity. */
  actor: ActivityUserActor | ActivityVendorActor | ActivityApiActor | UnknownMember;
  /** Identifier of the limit. */
  spend_limit_id?: string | undefined;
  /** Identifier of the acting user. */
  user_id?: string | undefined;
}

/**
 * A request to raise a spend limit was approved.
 *
 * @source compliance > Activity (audit record)
 */
export interface SpendLimitIncreaseApprovedActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'spendLimitIncreaseApproved'>;
  /** Actor who performed the activity. */
  actor: ActivityApiActor | UnknownMember;
  /** New monthly limit in minor units of the currency, for example cents. */
  amount?: number | undefined;
  /** Identifier of the user who made the request. */
  requester_user_id?: string | undefined;
  /** Identifier of the limit. */
  spend_limit_id?: string | undefined;
  /** Identifier of the request. */
  spend_limit_increase_request_id?: string | undefined;
}

/**
 * A request to raise a spend limit was denied.
 *
 * @source compliance > Activity (audit record)
 */
export interface SpendLimitIncreaseDeniedActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'spendLimitIncreaseDenied'>;
  /** Actor who performed the activity. */
  actor: ActivityApiActor | UnknownMember;
  /** Identifier of the user who made the request. */
  requester_user_id?: string | undefined;
  /** Identifier of the request. */
  spend_limit_increase_request_id?: string | undefined;
}

/**
 * The creation of an organization was blocked.
 *
 * @source compliance > Activity (audit record)
 */
export interface OrganizationCreationBlockedActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'organizationCreationBlocked'>;
  /** Actor who performed the activity. */
  actor: ActivityUserActor | ActivityVendorActor | UnknownMember;
  /** Why it was blocked. */
  reason?: string | undefined;
}

/**
 * A resynchronization of the directory ended.
 *
 * @source compliance > Activity (audit record)
 */
export interface DirectoryResyncActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'directoryResync'>;
  /** Actor who performed the activity. */
  actor: ActivityUserActor | ActivityVendorActor | UnknownMember;
  /** Identifier of the resynchronization. */
  resync_uuid: string;
}

/**
 * A resynchronization of the directory started.
 *
 * @source compliance > Activity (audit record)
 */
export interface DirectoryResyncStartedActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'directoryResyncStarted'>;
  /** Actor who performed the activity. */
  actor: ActivityUserActor | ActivityVendorActor | UnknownMember;
  /** Identifier of the resynchronization. */
  resync_uuid: string;
  /** Targets of the resynchronization. */
  sync_destinations: string[];
}

/**
 * Directory synchronization was enabled or deleted.
 *
 * @source compliance > Activity (audit record)
 */
export interface DirectorySyncActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'directorySync'>;
  /** Actor who performed the activity. */
  actor: ActivityUserActor | ActivityVendorActor | ActivityScimDirectorySyncActor | UnknownMember;
}
