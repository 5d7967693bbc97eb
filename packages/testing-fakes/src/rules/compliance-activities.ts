/** Rules of the audit log. */
import { ruleSet, type Rule } from './rule-table.js';

const ACTIVITY = 'Activity (audit record)';
const LIST = 'compliance/activities.ts';
const ACTOR = 'schema activities.list';
const SAMPLES = 'demo/activity-samples.ts';

/** Rules CMP of activities, and GEN-022. */
export const complianceActivityRules: readonly Rule[] = [
  ...ruleSet(
    { document: 'compliance', test: 'packages/compliance/src/activities.test.ts' },
    {
      'CMP-080': ['Compliance: activities', 'Activities of the organization come in pages.', LIST],
      'CMP-081': ['Compliance: activities', 'activity_types filters by type.', LIST],
      'CMP-082': [ACTIVITY, 'Common fields; a reader does without.', 'compliance/activity-records.ts'],
      'CMP-083': [ACTIVITY, 'actor is required.', ACTOR],
      'CMP-084': [ACTIVITY, 'Fields of user_actor.', ACTOR],
      'CMP-085': [ACTIVITY, 'Fields of vendor_actor.', ACTOR],
      'CMP-086': [ACTIVITY, 'Fields of api_actor.', ACTOR],
      'CMP-087': [ACTIVITY, 'Fields of scim_directory_sync_actor.', ACTOR],
      'CMP-088': [ACTIVITY, 'Every listed type can be filtered by.', ACTOR],
      'CMP-089': [ACTIVITY, 'Further types may appear.', ACTOR],
      'CMP-090': [ACTIVITY, 'Extensions blocked, unblocked, taken off the list.', SAMPLES],
      'CMP-091': [ACTIVITY, 'Extensions deleted.', SAMPLES],
      'CMP-092': [ACTIVITY, 'Extensions uploaded.', SAMPLES],
      'CMP-093': [ACTIVITY, 'Users only, no further fields.', SAMPLES],
      'CMP-094': [ACTIVITY, 'Requested invites.', SAMPLES],
      'CMP-095': [ACTIVITY, 'Users or the vendor, no further fields.', SAMPLES],
      'CMP-096': [ACTIVITY, 'Spend limits made.', SAMPLES],
      'CMP-097': [ACTIVITY, 'Spend limits deleted.', SAMPLES],
      'CMP-098': [ACTIVITY, 'Increases approved.', SAMPLES],
      'CMP-099': [ACTIVITY, 'Increases denied.', SAMPLES],
      'CMP-100': [ACTIVITY, 'Blocked creation of an organization.', SAMPLES],
      'CMP-101': [ACTIVITY, 'Ended resynchronization.', SAMPLES],
      'CMP-102': [ACTIVITY, 'Begun resynchronization.', SAMPLES],
      'CMP-103': [ACTIVITY, 'Directory synchronization on and off.', SAMPLES],
      'CMP-104': [
        ACTIVITY,
        'organization_uuid is the older form of organization_id.',
        'compliance/activity-records.ts',
      ],
      'CMP-105': ['Events', 'Activities are asked for, never pushed.', LIST],
    },
  ),
  ...ruleSet(
    { document: 'not-shown', test: 'packages/compliance/src/activities.test.ts' },
    { 'GEN-022': ['1.5.1', 'Newest first; 100 by default, at most 5,000.', LIST] },
  ),
];
