/** Activities whose fields are documented. */
import * as z from 'zod';
import { each, type MembersFor, type ObjectSchema, openObject, openUnion } from '../kit/schema.js';
import type { UnknownMember } from '../kit/open.js';
import {
  ActivityApiActor,
  ActivityScimDirectorySyncActor,
  ActivityUserActor,
  ActivityVendorActor,
} from './activity-actors.contract.js';
import type * as actors from './activity-actors.js';
import type * as types from './activity-documented.js';
import { ActivityFields, typeOfKind } from './activity-fields.contract.js';
import type { DocumentedActivity } from './activity-groups.js';
import { activityTypesByKind } from './activity-types.js';

/**
 * A desktop extension was blocked, unblocked or removed from the allowlist.
 *
 * @source compliance > Activity (audit record)
 */
export const DesktopExtensionActivity: ObjectSchema<types.DesktopExtensionActivity> =
  openObject<types.DesktopExtensionActivity>('ActivityFields')({
    ...ActivityFields.shape,
    /** Type of the activity. */
    type: typeOfKind('desktopExtension'),
    /** Actor who performed the activity. */
    actor: openUnion<actors.ActivityUserActor | UnknownMember>()('type', { user_actor: ActivityUserActor }),
    /** Identifier of the extension. */
    extension_id: z.string(),
  });

/**
 * A desktop extension, or one version of it, was deleted.
 *
 * @source compliance > Activity (audit record)
 */
export const DesktopExtensionDeletedActivity: ObjectSchema<types.DesktopExtensionDeletedActivity> =
  openObject<types.DesktopExtensionDeletedActivity>('ActivityFields')({
    ...ActivityFields.shape,
    /** Type of the activity. */
    type: typeOfKind('desktopExtensionDeleted'),
    /** Actor who performed the activity. */
    actor: openUnion<actors.ActivityUserActor | UnknownMember>()('type', { user_actor: ActivityUserActor }),
    /** Identifier of the extension. */
    extension_id: z.string(),
    /** Version from the manifest; empty or absent when all versions were deleted. */
    version: z.string().optional(),
  });

/**
 * A desktop extension, or a version of it, was uploaded.
 *
 * @source compliance > Activity (audit record)
 */
export const DesktopExtensionUploadedActivity: ObjectSchema<types.DesktopExtensionUploadedActivity> =
  openObject<types.DesktopExtensionUploadedActivity>('ActivityFields')({
    ...ActivityFields.shape,
    /** Type of the activity. */
    type: typeOfKind('desktopExtensionUploaded'),
    /** Actor who performed the activity. */
    actor: openUnion<actors.ActivityUserActor | UnknownMember>()('type', { user_actor: ActivityUserActor }),
    /** Identifier of the extension. */
    extension_id: z.string(),
    /** Version from the manifest. */
    version: z.string(),
  });

/**
 * An activity of a user, without additional fields.
 *
 * @source compliance > Activity (audit record)
 */
export const UserActivity: ObjectSchema<types.UserActivity> = openObject<types.UserActivity>(
  'ActivityFields',
)({
  ...ActivityFields.shape,
  /** Type of the activity. */
  type: typeOfKind('user'),
  /** Actor who performed the activity. */
  actor: openUnion<actors.ActivityUserActor | UnknownMember>()('type', { user_actor: ActivityUserActor }),
});

/**
 * A user requested an invite for another person.
 *
 * @source compliance > Activity (audit record)
 */
export const EndUserInviteRequestedActivity: ObjectSchema<types.EndUserInviteRequestedActivity> =
  openObject<types.EndUserInviteRequestedActivity>('ActivityFields')({
    ...ActivityFields.shape,
    /** Type of the activity. */
    type: typeOfKind('endUserInviteRequested'),
    /** Actor who performed the activity. */
    actor: openUnion<actors.ActivityUserActor | UnknownMember>()('type', { user_actor: ActivityUserActor }),
    /** E-mail address of the person to invite. */
    invitee_email: z.string(),
  });

/**
 * An activity of a user or the vendor, without additional fields.
 *
 * @source compliance > Activity (audit record)
 */
export const UserOrVendorActivity: ObjectSchema<types.UserOrVendorActivity> =
  openObject<types.UserOrVendorActivity>('ActivityFields')({
    ...ActivityFields.shape,
    /** Type of the activity. */
    type: typeOfKind('userOrVendor'),
    /** Actor who performed the activity. */
    actor: openUnion<actors.ActivityUserActor | actors.ActivityVendorActor | UnknownMember>()('type', {
      user_actor: ActivityUserActor,
      vendor_actor: ActivityVendorActor,
    }),
  });

/**
 * A spend limit for extra usage was created or changed. The fields of a change are not in the documents.
 *
 * @source compliance > Activity (audit record)
 */
export const SpendLimitActivity: ObjectSchema<types.SpendLimitActivity> =
  openObject<types.SpendLimitActivity>('ActivityFields')({
    ...ActivityFields.shape,
    /** Type of the activity. */
    type: typeOfKind('spendLimit'),
    /** Actor who performed the activity. */
    actor: openUnion<
      actors.ActivityUserActor | actors.ActivityVendorActor | actors.ActivityApiActor | UnknownMember
    >()('type', {
      user_actor: ActivityUserActor,
      vendor_actor: ActivityVendorActor,
      api_actor: ActivityApiActor,
    }),
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

/**
 * A spend limit for extra usage was deleted.
 *
 * @source compliance > Activity (audit record)
 */
export const SpendLimitDeletedActivity: ObjectSchema<types.SpendLimitDeletedActivity> =
  openObject<types.SpendLimitDeletedActivity>('ActivityFields')({
    ...ActivityFields.shape,
    /** Type of the activity. */
    type: typeOfKind('spendLimitDeleted'),
    /** Actor who performed the activity. */
    actor: openUnion<
      actors.ActivityUserActor | actors.ActivityVendorActor | actors.ActivityApiActor | UnknownMember
    >()('type', {
      user_actor: ActivityUserActor,
      vendor_actor: ActivityVendorActor,
      api_actor: ActivityApiActor,
    }),
    /** Identifier of the limit. */
    spend_limit_id: z.string().optional(),
    /** Identifier of the acting user. */
    user_id: z.string().optional(),
  });

/**
 * A request to raise a spend limit was approved.
 *
 * @source compliance > Activity (audit record)
 */
export const SpendLimitIncreaseApprovedActivity: ObjectSchema<types.SpendLimitIncreaseApprovedActivity> =
  openObject<types.SpendLimitIncreaseApprovedActivity>('ActivityFields')({
    ...ActivityFields.shape,
    /** Type of the activity. */
    type: typeOfKind('spendLimitIncreaseApproved'),
    /** Actor who performed the activity. */
    actor: openUnion<actors.ActivityApiActor | UnknownMember>()('type', { api_actor: ActivityApiActor }),
    /** New monthly limit in minor units of the currency, for example cents. */
    amount: z.number().optional(),
    /** Identifier of the user who made the request. */
    requester_user_id: z.string().optional(),
    /** Identifier of the limit. */
    spend_limit_id: z.string().optional(),
    /** Identifier of the request. */
    spend_limit_increase_request_id: z.string().optional(),
  });

/**
 * A request to raise a spend limit was denied.
 *
 * @source compliance > Activity (audit record)
 */
export const SpendLimitIncreaseDeniedActivity: ObjectSchema<types.SpendLimitIncreaseDeniedActivity> =
  openObject<types.SpendLimitIncreaseDeniedActivity>('ActivityFields')({
    ...ActivityFields.shape,
    /** Type of the activity. */
    type: typeOfKind('spendLimitIncreaseDenied'),
    /** Actor who performed the activity. */
    actor: openUnion<actors.ActivityApiActor | UnknownMember>()('type', { api_actor: ActivityApiActor }),
    /** Identifier of the user who made the request. */
    requester_user_id: z.string().optional(),
    /** Identifier of the request. */
    spend_limit_increase_request_id: z.string().optional(),
  });

/**
 * The creation of an organization was blocked.
 *
 * @source compliance > Activity (audit record)
 */
export const OrganizationCreationBlockedActivity: ObjectSchema<types.OrganizationCreationBlockedActivity> =
  openObject<types.OrganizationCreationBlockedActivity>('ActivityFields')({
    ...ActivityFields.shape,
    /** Type of the activity. */
    type: typeOfKind('organizationCreationBlocked'),
    /** Actor who performed the activity. */
    actor: openUnion<actors.ActivityUserActor | actors.ActivityVendorActor | UnknownMember>()('type', {
      user_actor: ActivityUserActor,
      vendor_actor: ActivityVendorActor,
    }),
    /** Why it was blocked. */
    reason: z.string().optional(),
  });

/**
 * A resynchronization of the directory ended.
 *
 * @source compliance > Activity (audit record)
 */
export const DirectoryResyncActivity: ObjectSchema<types.DirectoryResyncActivity> =
  openObject<types.DirectoryResyncActivity>('ActivityFields')({
    ...ActivityFields.shape,
    /** Type of the activity. */
    type: typeOfKind('directoryResync'),
    /** Actor who performed the activity. */
    actor: openUnion<actors.ActivityUserActor | actors.ActivityVendorActor | UnknownMember>()('type', {
      user_actor: ActivityUserActor,
      vendor_actor: ActivityVendorActor,
    }),
    /** Identifier of the resynchronization. */
    resync_uuid: z.string(),
  });

/**
 * A resynchronization of the directory started.
 *
 * @source compliance > Activity (audit record)
 */
export const DirectoryResyncStartedActivity: ObjectSchema<types.DirectoryResyncStartedActivity> =
  openObject<types.DirectoryResyncStartedActivity>('ActivityFields')({
    ...ActivityFields.shape,
    /** Type of the activity. */
    type: typeOfKind('directoryResyncStarted'),
    /** Actor who performed the activity. */
    actor: openUnion<actors.ActivityUserActor | actors.ActivityVendorActor | UnknownMember>()('type', {
      user_actor: ActivityUserActor,
      vendor_actor: ActivityVendorActor,
    }),
    /** Identifier of the resynchronization. */
    resync_uuid: z.string(),
    /** Targets of the resynchronization. */
    sync_destinations: z.array(z.string()),
  });

/**
 * Directory synchronization was enabled or deleted.
 *
 * @source compliance > Activity (audit record)
 */
export const DirectorySyncActivity: ObjectSchema<types.DirectorySyncActivity> =
  openObject<types.DirectorySyncActivity>('ActivityFields')({
    ...ActivityFields.shape,
    /** Type of the activity. */
    type: typeOfKind('directorySync'),
    /** Actor who performed the activity. */
    actor: openUnion<
      | actors.ActivityUserActor
      | actors.ActivityVendorActor
      | actors.ActivityScimDirectorySyncActor
      | UnknownMember
    >()('type', {
      user_actor: ActivityUserActor,
      vendor_actor: ActivityVendorActor,
      scim_directory_sync_actor: ActivityScimDirectorySyncActor,
    }),
  });

/** The schemas, by activity type. */
export const documentedActivities: MembersFor<DocumentedActivity, 'type'> = {
  ...each(activityTypesByKind.desktopExtension, DesktopExtensionActivity),
  ...each(activityTypesByKind.desktopExtensionDeleted, DesktopExtensionDeletedActivity),
  ...each(activityTypesByKind.desktopExtensionUploaded, DesktopExtensionUploadedActivity),
  ...each(activityTypesByKind.user, UserActivity),
  ...each(activityTypesByKind.endUserInviteRequested, EndUserInviteRequestedActivity),
  ...each(activityTypesByKind.userOrVendor, UserOrVendorActivity),
  ...each(activityTypesByKind.spendLimit, SpendLimitActivity),
  ...each(activityTypesByKind.spendLimitDeleted, SpendLimitDeletedActivity),
  ...each(activityTypesByKind.spendLimitIncreaseApproved, SpendLimitIncreaseApprovedActivity),
  ...each(activityTypesByKind.spendLimitIncreaseDenied, SpendLimitIncreaseDeniedActivity),
  ...each(activityTypesByKind.organizationCreationBlocked, OrganizationCreationBlockedActivity),
  ...each(activityTypesByKind.directoryResync, DirectoryResyncActivity),
  ...each(activityTypesByKind.directoryResyncStarted, DirectoryResyncStartedActivity),
  ...each(activityTypesByKind.directorySync, DirectorySyncActivity),
};
