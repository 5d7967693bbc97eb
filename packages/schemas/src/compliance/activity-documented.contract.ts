/**
 * Activities whose fields are documented.
 *
 * @source compliance > Activity (audit record)
 */
import * as z from 'zod';
import { type ObjectSchema, openObject, openUnion, type Schema, union } from '../kit/schema.js';
import {
  ActivityApiActor,
  ActivityScimDirectorySyncActor,
  ActivityUserActor,
  ActivityVendorActor,
} from './activity-actors.contract.js';
import type * as types from './activity-documented.js';
import { activity } from './activity-fields.contract.js';

/** A desktop extension was blocked, unblocked or removed from the allowlist. */
export const DesktopExtensionActivity: ObjectSchema<types.DesktopExtensionActivity> = openObject(
  'ActivityFields',
  {
    ...activity('desktopExtension'),
    /** Actor who performed the activity. */
    actor: openUnion('type', [ActivityUserActor]),
    /** Identifier of the extension. */
    extension_id: z.string(),
  },
);

/** A desktop extension, or one version of it, was deleted. */
export const DesktopExtensionDeletedActivity: ObjectSchema<types.DesktopExtensionDeletedActivity> =
  openObject('ActivityFields', {
    ...activity('desktopExtensionDeleted'),
    /** Actor who performed the activity. */
    actor: openUnion('type', [ActivityUserActor]),
    /** Identifier of the extension. */
    extension_id: z.string(),
    /** Version from the manifest; empty or absent when all versions were deleted. */
    version: z.string().optional(),
  });

/** A desktop extension, or a version of it, was uploaded. */
export const DesktopExtensionUploadedActivity: ObjectSchema<types.DesktopExtensionUploadedActivity> =
  openObject('ActivityFields', {
    ...activity('desktopExtensionUploaded'),
    /** Actor who performed the activity. */
    actor: openUnion('type', [ActivityUserActor]),
    /** Identifier of the extension. */
    extension_id: z.string(),
    /** Version from the manifest. */
    version: z.string(),
  });

/** An activity of a user, without additional fields. */
export const UserActivity: ObjectSchema<types.UserActivity> = openObject('ActivityFields', {
  ...activity('user'),
  /** Actor who performed the activity. */
  actor: openUnion('type', [ActivityUserActor]),
});

/** A user requested an invite for another person. */
export const EndUserInviteRequestedActivity: ObjectSchema<types.EndUserInviteRequestedActivity> = openObject(
  'ActivityFields',
  {
    ...activity('endUserInviteRequested'),
    /** Actor who performed the activity. */
    actor: openUnion('type', [ActivityUserActor]),
    /** E-mail address of the person to invite. */
    invitee_email: z.string(),
  },
);

/** An activity of a user or the vendor, without additional fields. */
export const UserOrVendorActivity: ObjectSchema<types.UserOrVendorActivity> = openObject('ActivityFields', {
  ...activity('userOrVendor'),
  /** Actor who performed the activity. */
  actor: openUnion('type', [ActivityUserActor, ActivityVendorActor]),
});

/**
 * A spend limit for extra usage was created or changed. The fields of a change are not in the documents.
 */
export const SpendLimitActivity: ObjectSchema<types.SpendLimitActivity> = openObject('ActivityFields', {
  ...activity('spendLimit'),
  /** Actor who performed the activity. */
  actor: openUnion('type', [ActivityUserActor, ActivityVendorActor, ActivityApiActor]),
  /** Monthly limit in minor units of the currency, for example cents. */
  amount: z.number().optional(),
  /** Whether the limit is in effect. */
  is_enabled: z.boolean().optional(),
  /** What is limited, for example `organization`, `seat_tier`, `member`, `service` or `group`. */
  limit_type: z.string().optional(),
  /** Identifier of the limit. */
  spend_limit_id: z.string().optional(),
  /** Identifier of the acting user. */
  user_id: z.string().optional(),
});

/** A spend limit for extra usage was deleted. */
export const SpendLimitDeletedActivity: ObjectSchema<types.SpendLimitDeletedActivity> = openObject(
  'ActivityFields',
  {
    ...activity('spendLimitDeleted'),
    /** Actor who performed the activity. */
    actor: openUnion('type', [ActivityUserActor, ActivityVendorActor, ActivityApiActor]),
    /** Identifier of the limit. */
    spend_limit_id: z.string().optional(),
    /** Identifier of the acting user. */
    user_id: z.string().optional(),
  },
);

/** A request to raise a spend limit was approved. */
export const SpendLimitIncreaseApprovedActivity: ObjectSchema<types.SpendLimitIncreaseApprovedActivity> =
  openObject('ActivityFields', {
    ...activity('spendLimitIncreaseApproved'),
    /** Actor who performed the activity. */
    actor: openUnion('type', [ActivityApiActor]),
    /** New monthly limit in minor units of the currency, for example cents. */
    amount: z.number().optional(),
    /** Identifier of the user who made the request. */
    requester_user_id: z.string().optional(),
    /** Identifier of the limit. */
    spend_limit_id: z.string().optional(),
    /** Identifier of the request. */
    spend_limit_increase_request_id: z.string().optional(),
  });

/** A request to raise a spend limit was denied. */
export const SpendLimitIncreaseDeniedActivity: ObjectSchema<types.SpendLimitIncreaseDeniedActivity> =
  openObject('ActivityFields', {
    ...activity('spendLimitIncreaseDenied'),
    /** Actor who performed the activity. */
    actor: openUnion('type', [ActivityApiActor]),
    /** Identifier of the user who made the request. */
    requester_user_id: z.string().optional(),
    /** Identifier of the request. */
    spend_limit_increase_request_id: z.string().optional(),
  });

/** The creation of an organization was blocked. */
export const OrganizationCreationBlockedActivity: ObjectSchema<types.OrganizationCreationBlockedActivity> =
  openObject('ActivityFields', {
    ...activity('organizationCreationBlocked'),
    /** Actor who performed the activity. */
    actor: openUnion('type', [ActivityUserActor, ActivityVendorActor]),
    /** Why it was blocked. */
    reason: z.string().optional(),
  });

/** A resynchronization of the directory ended. */
export const DirectoryResyncActivity: ObjectSchema<types.DirectoryResyncActivity> = openObject(
  'ActivityFields',
  {
    ...activity('directoryResync'),
    /** Actor who performed the activity. */
    actor: openUnion('type', [ActivityUserActor, ActivityVendorActor]),
    /** Identifier of the resynchronization. */
    resync_uuid: z.string(),
  },
);

/** A resynchronization of the directory started. */
export const DirectoryResyncStartedActivity: ObjectSchema<types.DirectoryResyncStartedActivity> = openObject(
  'ActivityFields',
  {
    ...activity('directoryResyncStarted'),
    /** Actor who performed the activity. */
    actor: openUnion('type', [ActivityUserActor, ActivityVendorActor]),
    /** Identifier of the resynchronization. */
    resync_uuid: z.string(),
    /** Targets of the resynchronization. */
    sync_destinations: z.array(z.string()),
  },
);

/** Directory synchronization was enabled or deleted. */
export const DirectorySyncActivity: ObjectSchema<types.DirectorySyncActivity> = openObject('ActivityFields', {
  ...activity('directorySync'),
  /** Actor who performed the activity. */
  actor: openUnion('type', [ActivityUserActor, ActivityVendorActor, ActivityScimDirectorySyncActor]),
});

/** Activities whose fields are documented. */
export const DocumentedActivity: Schema<types.DocumentedActivity> = union('type', [
  DesktopExtensionActivity,
  DesktopExtensionDeletedActivity,
  DesktopExtensionUploadedActivity,
  UserActivity,
  EndUserInviteRequestedActivity,
  UserOrVendorActivity,
  SpendLimitActivity,
  SpendLimitDeletedActivity,
  SpendLimitIncreaseApprovedActivity,
  SpendLimitIncreaseDeniedActivity,
  OrganizationCreationBlockedActivity,
  DirectoryResyncActivity,
  DirectoryResyncStartedActivity,
  DirectorySyncActivity,
]);
