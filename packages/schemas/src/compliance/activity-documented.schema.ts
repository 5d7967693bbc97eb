/** Schemas of the activities whose fields the documents show. */
import * as z from 'zod';
import { each, type ObjectSchema, openObject, openUnion, type Schema } from '../kit/schema.js';
import type { UnknownMember } from '../kit/open.js';
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
import type {
  DesktopExtensionActivity,
  DesktopExtensionDeletedActivity,
  DesktopExtensionUploadedActivity,
  DirectoryResyncActivity,
  DirectoryResyncStartedActivity,
  DirectorySyncActivity,
  EndUserInviteRequestedActivity,
  OrganizationCreationBlockedActivity,
  SpendLimitActivity,
  SpendLimitDeletedActivity,
  SpendLimitIncreaseApprovedActivity,
  SpendLimitIncreaseDeniedActivity,
  UserActivity,
  UserOrVendorActivity,
} from './activity-documented.js';
import { activityFields } from './activity-fields.schema.js';

const desktopExtensionActivity: ObjectSchema<DesktopExtensionActivity> =
  openObject<DesktopExtensionActivity>()({
    ...activityFields,
    type: z.enum([
      'desktop_extension_blocklisted',
      'desktop_extension_removed_from_allowlist',
      'desktop_extension_unblocked',
    ]),
    actor: openUnion<ActivityUserActor | UnknownMember>()('type', { user_actor: ActivityUserActorSchema }),
    extension_id: z.string(),
  });

const desktopExtensionDeletedActivity: ObjectSchema<DesktopExtensionDeletedActivity> =
  openObject<DesktopExtensionDeletedActivity>()({
    ...activityFields,
    type: z.literal('desktop_extension_deleted'),
    actor: openUnion<ActivityUserActor | UnknownMember>()('type', { user_actor: ActivityUserActorSchema }),
    extension_id: z.string(),
    version: z.string().optional(),
  });

const desktopExtensionUploadedActivity: ObjectSchema<DesktopExtensionUploadedActivity> =
  openObject<DesktopExtensionUploadedActivity>()({
    ...activityFields,
    type: z.enum(['desktop_extension_uploaded', 'desktop_extension_version_uploaded']),
    actor: openUnion<ActivityUserActor | UnknownMember>()('type', { user_actor: ActivityUserActorSchema }),
    extension_id: z.string(),
    version: z.string(),
  });

const userActivity: ObjectSchema<UserActivity> = openObject<UserActivity>()({
  ...activityFields,
  type: z.enum([
    'domain_claim_initiated',
    'org_deletion_requested',
    'org_discoverability_disabled',
    'org_discoverability_enabled',
    'org_discoverability_settings_updated',
    'org_data_export_accessed',
  ]),
  actor: openUnion<ActivityUserActor | UnknownMember>()('type', { user_actor: ActivityUserActorSchema }),
});

const endUserInviteRequestedActivity: ObjectSchema<EndUserInviteRequestedActivity> =
  openObject<EndUserInviteRequestedActivity>()({
    ...activityFields,
    type: z.literal('end_user_invite_requested'),
    actor: openUnion<ActivityUserActor | UnknownMember>()('type', { user_actor: ActivityUserActorSchema }),
    invitee_email: z.string(),
  });

const userOrVendorActivity: ObjectSchema<UserOrVendorActivity> = openObject<UserOrVendorActivity>()({
  ...activityFields,
  type: z.enum([
    'extra_usage_billing_enabled',
    'extra_usage_credit_granted',
    'org_data_export_completed',
    'org_data_export_started',
    'org_deleted_via_bulk',
    'org_directory_sync_add_initiated',
  ]),
  actor: openUnion<ActivityUserActor | ActivityVendorActor | UnknownMember>()('type', {
    user_actor: ActivityUserActorSchema,
    vendor_actor: ActivityVendorActorSchema,
  }),
});

const spendLimitActivity: ObjectSchema<SpendLimitActivity> = openObject<SpendLimitActivity>()({
  ...activityFields,
  type: z.enum(['extra_usage_spend_limit_created', 'extra_usage_spend_limit_updated']),
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

const spendLimitDeletedActivity: ObjectSchema<SpendLimitDeletedActivity> =
  openObject<SpendLimitDeletedActivity>()({
    ...activityFields,
    type: z.literal('extra_usage_spend_limit_deleted'),
    actor: openUnion<ActivityUserActor | ActivityVendorActor | ActivityApiActor | UnknownMember>()('type', {
      user_actor: ActivityUserActorSchema,
      vendor_actor: ActivityVendorActorSchema,
      api_actor: ActivityApiActorSchema,
    }),
    spend_limit_id: z.string().optional(),
    user_id: z.string().optional(),
  });

const spendLimitIncreaseApprovedActivity: ObjectSchema<SpendLimitIncreaseApprovedActivity> =
  openObject<SpendLimitIncreaseApprovedActivity>()({
    ...activityFields,
    type: z.literal('extra_usage_spend_limit_increase_request_approved'),
    actor: openUnion<ActivityApiActor | UnknownMember>()('type', { api_actor: ActivityApiActorSchema }),
    amount: z.number().optional(),
    requester_user_id: z.string().optional(),
    spend_limit_id: z.string().optional(),
    spend_limit_increase_request_id: z.string().optional(),
  });

const spendLimitIncreaseDeniedActivity: ObjectSchema<SpendLimitIncreaseDeniedActivity> =
  openObject<SpendLimitIncreaseDeniedActivity>()({
    ...activityFields,
    type: z.literal('extra_usage_spend_limit_increase_request_denied'),
    actor: openUnion<ActivityApiActor | UnknownMember>()('type', { api_actor: ActivityApiActorSchema }),
    requester_user_id: z.string().optional(),
    spend_limit_increase_request_id: z.string().optional(),
  });

const organizationCreationBlockedActivity: ObjectSchema<OrganizationCreationBlockedActivity> =
  openObject<OrganizationCreationBlockedActivity>()({
    ...activityFields,
    type: z.literal('org_creation_blocked'),
    actor: openUnion<ActivityUserActor | ActivityVendorActor | UnknownMember>()('type', {
      user_actor: ActivityUserActorSchema,
      vendor_actor: ActivityVendorActorSchema,
    }),
    reason: z.string().optional(),
  });

const directoryResyncActivity: ObjectSchema<DirectoryResyncActivity> = openObject<DirectoryResyncActivity>()({
  ...activityFields,
  type: z.enum(['org_directory_resync_completed', 'org_directory_resync_failed']),
  actor: openUnion<ActivityUserActor | ActivityVendorActor | UnknownMember>()('type', {
    user_actor: ActivityUserActorSchema,
    vendor_actor: ActivityVendorActorSchema,
  }),
  resync_uuid: z.string(),
});

const directoryResyncStartedActivity: ObjectSchema<DirectoryResyncStartedActivity> =
  openObject<DirectoryResyncStartedActivity>()({
    ...activityFields,
    type: z.literal('org_directory_resync_started'),
    actor: openUnion<ActivityUserActor | ActivityVendorActor | UnknownMember>()('type', {
      user_actor: ActivityUserActorSchema,
      vendor_actor: ActivityVendorActorSchema,
    }),
    resync_uuid: z.string(),
    sync_destinations: z.array(z.string()),
  });

const directorySyncActivity: ObjectSchema<DirectorySyncActivity> = openObject<DirectorySyncActivity>()({
  ...activityFields,
  type: z.enum(['org_directory_sync_activated', 'org_directory_sync_deleted']),
  actor: openUnion<
    ActivityUserActor | ActivityVendorActor | ActivityScimDirectorySyncActor | UnknownMember
  >()('type', {
    user_actor: ActivityUserActorSchema,
    vendor_actor: ActivityVendorActorSchema,
    scim_directory_sync_actor: ActivityScimDirectorySyncActorSchema,
  }),
});

/** The schemas, by activity type. */
export const documentedActivities: Readonly<
  Record<DesktopExtensionActivity['type'], Schema<DesktopExtensionActivity>>
> &
  Readonly<Record<DesktopExtensionDeletedActivity['type'], Schema<DesktopExtensionDeletedActivity>>> &
  Readonly<Record<DesktopExtensionUploadedActivity['type'], Schema<DesktopExtensionUploadedActivity>>> &
  Readonly<Record<UserActivity['type'], Schema<UserActivity>>> &
  Readonly<Record<EndUserInviteRequestedActivity['type'], Schema<EndUserInviteRequestedActivity>>> &
  Readonly<Record<UserOrVendorActivity['type'], Schema<UserOrVendorActivity>>> &
  Readonly<Record<SpendLimitActivity['type'], Schema<SpendLimitActivity>>> &
  Readonly<Record<SpendLimitDeletedActivity['type'], Schema<SpendLimitDeletedActivity>>> &
  Readonly<Record<SpendLimitIncreaseApprovedActivity['type'], Schema<SpendLimitIncreaseApprovedActivity>>> &
  Readonly<Record<SpendLimitIncreaseDeniedActivity['type'], Schema<SpendLimitIncreaseDeniedActivity>>> &
  Readonly<Record<OrganizationCreationBlockedActivity['type'], Schema<OrganizationCreationBlockedActivity>>> &
  Readonly<Record<DirectoryResyncActivity['type'], Schema<DirectoryResyncActivity>>> &
  Readonly<Record<DirectoryResyncStartedActivity['type'], Schema<DirectoryResyncStartedActivity>>> &
  Readonly<Record<DirectorySyncActivity['type'], Schema<DirectorySyncActivity>>> = {
  ...each(
    [
      'desktop_extension_blocklisted',
      'desktop_extension_removed_from_allowlist',
      'desktop_extension_unblocked',
    ],
    desktopExtensionActivity,
  ),
  desktop_extension_deleted: desktopExtensionDeletedActivity,
  ...each(
    ['desktop_extension_uploaded', 'desktop_extension_version_uploaded'],
    desktopExtensionUploadedActivity,
  ),
  ...each(
    [
      'domain_claim_initiated',
      'org_deletion_requested',
      'org_discoverability_disabled',
      'org_discoverability_enabled',
      'org_discoverability_settings_updated',
      'org_data_export_accessed',
    ],
    userActivity,
  ),
  end_user_invite_requested: endUserInviteRequestedActivity,
  ...each(
    [
      'extra_usage_billing_enabled',
      'extra_usage_credit_granted',
      'org_data_export_completed',
      'org_data_export_started',
      'org_deleted_via_bulk',
      'org_directory_sync_add_initiated',
    ],
    userOrVendorActivity,
  ),
  ...each(['extra_usage_spend_limit_created', 'extra_usage_spend_limit_updated'], spendLimitActivity),
  extra_usage_spend_limit_deleted: spendLimitDeletedActivity,
  extra_usage_spend_limit_increase_request_approved: spendLimitIncreaseApprovedActivity,
  extra_usage_spend_limit_increase_request_denied: spendLimitIncreaseDeniedActivity,
  org_creation_blocked: organizationCreationBlockedActivity,
  ...each(['org_directory_resync_completed', 'org_directory_resync_failed'], directoryResyncActivity),
  org_directory_resync_started: directoryResyncStartedActivity,
  ...each(['org_directory_sync_activated', 'org_directory_sync_deleted'], directorySyncActivity),
};
