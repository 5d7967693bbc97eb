/** Schemas of the activities whose fields the documents show. */
import { s } from '../kit/schema.js';
import { each, openObject, openUnion, type Schema } from '../kit/schema.js';
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

const desktopExtensionActivity: Schema<DesktopExtensionActivity> = openObject<DesktopExtensionActivity>()({
  ...activityFields,
  type: s.enum([
    'desktop_extension_blocklisted',
    'desktop_extension_removed_from_allowlist',
    'desktop_extension_unblocked',
  ]),
  actor: openUnion<ActivityUserActor | UnknownMember>()('type', { user_actor: ActivityUserActorSchema }),
  extension_id: s.string(),
});

const desktopExtensionDeletedActivity: Schema<DesktopExtensionDeletedActivity> =
  openObject<DesktopExtensionDeletedActivity>()({
    ...activityFields,
    type: s.literal('desktop_extension_deleted'),
    actor: openUnion<ActivityUserActor | UnknownMember>()('type', { user_actor: ActivityUserActorSchema }),
    extension_id: s.string(),
    version: s.string().optional(),
  });

const desktopExtensionUploadedActivity: Schema<DesktopExtensionUploadedActivity> =
  openObject<DesktopExtensionUploadedActivity>()({
    ...activityFields,
    type: s.enum(['desktop_extension_uploaded', 'desktop_extension_version_uploaded']),
    actor: openUnion<ActivityUserActor | UnknownMember>()('type', { user_actor: ActivityUserActorSchema }),
    extension_id: s.string(),
    version: s.string(),
  });

const userActivity: Schema<UserActivity> = openObject<UserActivity>()({
  ...activityFields,
  type: s.enum([
    'domain_claim_initiated',
    'org_deletion_requested',
    'org_discoverability_disabled',
    'org_discoverability_enabled',
    'org_discoverability_settings_updated',
    'org_data_export_accessed',
  ]),
  actor: openUnion<ActivityUserActor | UnknownMember>()('type', { user_actor: ActivityUserActorSchema }),
});

const endUserInviteRequestedActivity: Schema<EndUserInviteRequestedActivity> =
  openObject<EndUserInviteRequestedActivity>()({
    ...activityFields,
    type: s.literal('end_user_invite_requested'),
    actor: openUnion<ActivityUserActor | UnknownMember>()('type', { user_actor: ActivityUserActorSchema }),
    invitee_email: s.string(),
  });

const userOrVendorActivity: Schema<UserOrVendorActivity> = openObject<UserOrVendorActivity>()({
  ...activityFields,
  type: s.enum([
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

const spendLimitActivity: Schema<SpendLimitActivity> = openObject<SpendLimitActivity>()({
  ...activityFields,
  type: s.enum(['extra_usage_spend_limit_created', 'extra_usage_spend_limit_updated']),
  actor: openUnion<ActivityUserActor | ActivityVendorActor | ActivityApiActor | UnknownMember>()('type', {
    user_actor: ActivityUserActorSchema,
    vendor_actor: ActivityVendorActorSchema,
    api_actor: ActivityApiActorSchema,
  }),
  amount: s.number().optional(),
  is_enabled: s.boolean().optional(),
  limit_type: s.string().optional(),
  spend_limit_id: s.string().optional(),
  user_id: s.string().optional(),
});

const spendLimitDeletedActivity: Schema<SpendLimitDeletedActivity> = openObject<SpendLimitDeletedActivity>()({
  ...activityFields,
  type: s.literal('extra_usage_spend_limit_deleted'),
  actor: openUnion<ActivityUserActor | ActivityVendorActor | ActivityApiActor | UnknownMember>()('type', {
    user_actor: ActivityUserActorSchema,
    vendor_actor: ActivityVendorActorSchema,
    api_actor: ActivityApiActorSchema,
  }),
  spend_limit_id: s.string().optional(),
  user_id: s.string().optional(),
});

const spendLimitIncreaseApprovedActivity: Schema<SpendLimitIncreaseApprovedActivity> =
  openObject<SpendLimitIncreaseApprovedActivity>()({
    ...activityFields,
    type: s.literal('extra_usage_spend_limit_increase_request_approved'),
    actor: openUnion<ActivityApiActor | UnknownMember>()('type', { api_actor: ActivityApiActorSchema }),
    amount: s.number().optional(),
    requester_user_id: s.string().optional(),
    spend_limit_id: s.string().optional(),
    spend_limit_increase_request_id: s.string().optional(),
  });

const spendLimitIncreaseDeniedActivity: Schema<SpendLimitIncreaseDeniedActivity> =
  openObject<SpendLimitIncreaseDeniedActivity>()({
    ...activityFields,
    type: s.literal('extra_usage_spend_limit_increase_request_denied'),
    actor: openUnion<ActivityApiActor | UnknownMember>()('type', { api_actor: ActivityApiActorSchema }),
    requester_user_id: s.string().optional(),
    spend_limit_increase_request_id: s.string().optional(),
  });

const organizationCreationBlockedActivity: Schema<OrganizationCreationBlockedActivity> =
  openObject<OrganizationCreationBlockedActivity>()({
    ...activityFields,
    type: s.literal('org_creation_blocked'),
    actor: openUnion<ActivityUserActor | ActivityVendorActor | UnknownMember>()('type', {
      user_actor: ActivityUserActorSchema,
      vendor_actor: ActivityVendorActorSchema,
    }),
    reason: s.string().optional(),
  });

const directoryResyncActivity: Schema<DirectoryResyncActivity> = openObject<DirectoryResyncActivity>()({
  ...activityFields,
  type: s.enum(['org_directory_resync_completed', 'org_directory_resync_failed']),
  actor: openUnion<ActivityUserActor | ActivityVendorActor | UnknownMember>()('type', {
    user_actor: ActivityUserActorSchema,
    vendor_actor: ActivityVendorActorSchema,
  }),
  resync_uuid: s.string(),
});

const directoryResyncStartedActivity: Schema<DirectoryResyncStartedActivity> =
  openObject<DirectoryResyncStartedActivity>()({
    ...activityFields,
    type: s.literal('org_directory_resync_started'),
    actor: openUnion<ActivityUserActor | ActivityVendorActor | UnknownMember>()('type', {
      user_actor: ActivityUserActorSchema,
      vendor_actor: ActivityVendorActorSchema,
    }),
    resync_uuid: s.string(),
    sync_destinations: s.array(s.string()),
  });

const directorySyncActivity: Schema<DirectorySyncActivity> = openObject<DirectorySyncActivity>()({
  ...activityFields,
  type: s.enum(['org_directory_sync_activated', 'org_directory_sync_deleted']),
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
