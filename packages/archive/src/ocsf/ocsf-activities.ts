/** Classes and activities of OCSF for each type of activity. They are the same in all versions that `ocsf` supports. */
import activities from './ocsf-activities.json' with { type: 'json' };
import type { OcsfClasses, OcsfTarget } from './ocsf-mapping.js';

/** The classes that are used. */
export const ocsfClasses: OcsfClasses = {
  entity_management: {
    uid: 3004,
    caption: 'Entity Management',
    // prettier-ignore
    activities: { Create: 1, Read: 2, Update: 3, Delete: 4, Enable: 8, Disable: 9, Resume: 13, Other: 99 },
  },
  account_change: { uid: 3001, caption: 'Account Change', activities: { Create: 1, Delete: 6, Other: 99 } },
  authentication: { uid: 3002, caption: 'Authentication', activities: { Logon: 1, Logoff: 2, Other: 99 } },
  user_access: {
    uid: 3005,
    caption: 'User Access Management',
    activities: { 'Assign Privileges': 1, 'Revoke Privileges': 2 },
  },
  group_management: {
    uid: 3006,
    caption: 'Group Management',
    activities: { 'Add User': 3, 'Remove User': 4, Delete: 5, Create: 6 },
  },
  web_resources_activity: {
    uid: 6001,
    caption: 'Web Resources Activity',
    activities: { Create: 1, Read: 2, Update: 3, Delete: 4, Search: 5, Export: 7, Share: 8 },
  },
  api_activity: {
    uid: 6003,
    caption: 'API Activity',
    activities: { Create: 1, Read: 2, Update: 3, Delete: 4 },
  },
  file_hosting: {
    uid: 6006,
    caption: 'File Hosting Activity',
    activities: { Upload: 1, Download: 2, Delete: 4, Preview: 9, Open: 14 },
  },
};

/** The targets by type of activity. */
export const ocsfActivities = activities as Readonly<Record<string, OcsfTarget>>;
