/** Schemas of the activities with documented fields. */
import * as z from 'zod';
import { each, type MembersFor, type ObjectSchema, openObject, openUnion } from '../kit/schema.js';
import type { UnknownMember } from '../kit/open.js';
import type { DocumentedActivity } from './activities.js';
import {
  ActivityApiActorSchema,
  ActivityScimDirectorySyncActorSchema,
  ActivityUserActorSchema,
  ActivityVendorActorSchema,
} from './activity-actors.schema.js';
import type {
  ActivityApiActor,
  ActivityScimDirectorySyncActor,
  ActivityUserActor,
  ActivityVendorActor,
} from './activity-actors.js';
import type * as types from './activity-documented.js';
import { activityFields } from './activity-fields.schema.js';
import { activityTypesByKind } from './activity-types.js';

const desktopExtensionActivity: ObjectSchema<types.DesktopExtensionActivity> =
  openObject<types.DesktopExtensionActivity>()({
    ...activityFields,
    type: z.enum(activityTypesByKind.desktopExtension),
    actor: openUnion<ActivityUserActor | UnknownMember>()('type', { user_actor: ActivityUserActorSchema }),
    extension_id: z.string(),
  });

const desktopExtensionDeletedActivity: ObjectSchema<types.DesktopExtensionDeletedActivity> =
  openObject<types.DesktopExtensionDeletedActivity>()({
    ...activityFields,
    type: z.enum(activityTypesByKind.desktopExtensionDeleted),
    actor: openUnion<ActivityUserActor | UnknownMember>()('type', { user_actor: ActivityUserActorSchema }),
    extension_id: z.string(),
    version: z.string().optional(),
  });

const desktopExtensionUploadedActivity: ObjectSchema<types.DesktopExtensionUploadedActivity> =
  openObject<types.DesktopExtensionUploadedActivity>()({
    ...activityFields,
    type: z.enum(activityTypesByKind.desktopExtensionUploaded),
    actor: openUnion<ActivityUserActor | UnknownMember>()('type', { user_actor: ActivityUserActorSchema }),
    extension_id: z.string(),
    version: z.string(),
  });

const userActivity: ObjectSchema<types.UserActivity> = openObject<types.UserActivity>()({
  ...activityFields,
  type: z.enum(activityTypesByKind.user),
  actor: openUnion<ActivityUserActor | UnknownMember>()('type', { user_actor: ActivityUserActorSchema }),
});

const endUserInviteRequestedActivity: ObjectSchema<types.EndUserInviteRequestedActivity> =
  openObject<types.EndUserInviteRequestedActivity>()({
    ...activityFields,
    type: z.enum(activityTypesByKind.endUserInviteRequested),
    actor: openUnion<ActivityUserActor | UnknownMember>()('type', { user_actor: ActivityUserActorSchema }),
    invitee_email: z.string(),
  });

const userOrVendorActivity: ObjectSchema<types.UserOrVendorActivity> =
  openObject<types.UserOrVendorActivity>()({
    ...activityFields,
    type: z.enum(activityTypesByKind.userOrVendor),
    actor: openUnion<ActivityUserActor | ActivityVendorActor | UnknownMember>()('type', {
      user_actor: ActivityUserActorSchema,
      vendor_actor: ActivityVendorActorSchema,
    }),
  });

const spendLimitActivity: ObjectSchema<types.SpendLimitActivity> = openObject<types.SpendLimitActivity>()({
  ...activityFields,
  type: z.enum(activityTypesByKind.spendLimit),
  actor: openUnion<ActivityUserActor | ActivityVendorActor | ActivityApiActor | UnknownMember>()('type', {
    user_actor: ActivityUserActorSchema,
    vendor_actor: ActivityVendorActorSchema,
    api_actor: ActivityApiActorSchema,
  }),
  amount: z.number().optional(),
  is_enabled: z.boolean().optional(),
  limit_type: z.string().optional(),
  spend_limit_id: z.string().optional(),
  user_id: z.string().optional(),
});

const spendLimitDeletedActivity: ObjectSchema<types.SpendLimitDeletedActivity> =
  openObject<types.SpendLimitDeletedActivity>()({
    ...activityFields,
    type: z.enum(activityTypesByKind.spendLimitDeleted),
    actor: openUnion<ActivityUserActor | ActivityVendorActor | ActivityApiActor | UnknownMember>()('type', {
      user_actor: ActivityUserActorSchema,
      vendor_actor: ActivityVendorActorSchema,
      api_actor: ActivityApiActorSchema,
    }),
    spend_limit_id: z.string().optional(),
    user_id: z.string().optional(),
  });

const spendLimitIncreaseApprovedActivity: ObjectSchema<types.SpendLimitIncreaseApprovedActivity> =
  openObject<types.SpendLimitIncreaseApprovedActivity>()({
    ...activityFields,
    type: z.enum(activityTypesByKind.spendLimitIncreaseApproved),
    actor: openUnion<ActivityApiActor | UnknownMember>()('type', { api_actor: ActivityApiActorSchema }),
    amount: z.number().optional(),
    requester_user_id: z.string().optional(),
    spend_limit_id: z.string().optional(),
    spend_limit_increase_request_id: z.string().optional(),
  });

const spendLimitIncreaseDeniedActivity: ObjectSchema<types.SpendLimitIncreaseDeniedActivity> =
  openObject<types.SpendLimitIncreaseDeniedActivity>()({
    ...activityFields,
    type: z.enum(activityTypesByKind.spendLimitIncreaseDenied),
    actor: openUnion<ActivityApiActor | UnknownMember>()('type', { api_actor: ActivityApiActorSchema }),
    requester_user_id: z.string().optional(),
    spend_limit_increase_request_id: z.string().optional(),
  });

const organizationCreationBlockedActivity: ObjectSchema<types.OrganizationCreationBlockedActivity> =
  openObject<types.OrganizationCreationBlockedActivity>()({
    ...activityFields,
    type: z.enum(activityTypesByKind.organizationCreationBlocked),
    actor: openUnion<ActivityUserActor | ActivityVendorActor | UnknownMember>()('type', {
      user_actor: ActivityUserActorSchema,
      vendor_actor: ActivityVendorActorSchema,
    }),
    reason: z.string().optional(),
  });

const directoryResyncActivity: ObjectSchema<types.DirectoryResyncActivity> =
  openObject<types.DirectoryResyncActivity>()({
    ...activityFields,
    type: z.enum(activityTypesByKind.directoryResync),
    actor: openUnion<ActivityUserActor | ActivityVendorActor | UnknownMember>()('type', {
      user_actor: ActivityUserActorSchema,
      vendor_actor: ActivityVendorActorSchema,
    }),
    resync_uuid: z.string(),
  });

const directoryResyncStartedActivity: ObjectSchema<types.DirectoryResyncStartedActivity> =
  openObject<types.DirectoryResyncStartedActivity>()({
    ...activityFields,
    type: z.enum(activityTypesByKind.directoryResyncStarted),
    actor: openUnion<ActivityUserActor | ActivityVendorActor | UnknownMember>()('type', {
      user_actor: ActivityUserActorSchema,
      vendor_actor: ActivityVendorActorSchema,
    }),
    resync_uuid: z.string(),
    sync_destinations: z.array(z.string()),
  });

const directorySyncActivity: ObjectSchema<types.DirectorySyncActivity> =
  openObject<types.DirectorySyncActivity>()({
    ...activityFields,
    type: z.enum(activityTypesByKind.directorySync),
    actor: openUnion<
      ActivityUserActor | ActivityVendorActor | ActivityScimDirectorySyncActor | UnknownMember
    >()('type', {
      user_actor: ActivityUserActorSchema,
      vendor_actor: ActivityVendorActorSchema,
      scim_directory_sync_actor: ActivityScimDirectorySyncActorSchema,
    }),
  });

/** The schemas, by activity type. */
export const documentedActivities: MembersFor<DocumentedActivity, 'type'> = {
  ...each(activityTypesByKind.desktopExtension, desktopExtensionActivity),
  ...each(activityTypesByKind.desktopExtensionDeleted, desktopExtensionDeletedActivity),
  ...each(activityTypesByKind.desktopExtensionUploaded, desktopExtensionUploadedActivity),
  ...each(activityTypesByKind.user, userActivity),
  ...each(activityTypesByKind.endUserInviteRequested, endUserInviteRequestedActivity),
  ...each(activityTypesByKind.userOrVendor, userOrVendorActivity),
  ...each(activityTypesByKind.spendLimit, spendLimitActivity),
  ...each(activityTypesByKind.spendLimitDeleted, spendLimitDeletedActivity),
  ...each(activityTypesByKind.spendLimitIncreaseApproved, spendLimitIncreaseApprovedActivity),
  ...each(activityTypesByKind.spendLimitIncreaseDenied, spendLimitIncreaseDeniedActivity),
  ...each(activityTypesByKind.organizationCreationBlocked, organizationCreationBlockedActivity),
  ...each(activityTypesByKind.directoryResync, directoryResyncActivity),
  ...each(activityTypesByKind.directoryResyncStarted, directoryResyncStartedActivity),
  ...each(activityTypesByKind.directorySync, directorySyncActivity),
};
