/** The compliance API as a service of the emulator. */
import { logComplianceAccess } from '../compliance/access-log.js';
import { complianceHandlers } from '../compliance/handlers.js';
import { changeRecords } from '../compliance/scenario/change-records.js';
import { ScenarioRecordsSchema } from '../compliance/scenario/records.schema.js';
import { seedOrganization } from '../demo/organization.js';
import type { Service } from '../emulator/service.js';
import { recordPart } from '../scenario/scenario-part.js';
import { serving } from './serving.js';

/** Chats, activities, organizations, projects and downloads. */
export const complianceService: Service = {
  ...serving(complianceHandlers),
  schemas: async () => (await import('../compliance/service-schemas.js')).complianceServiceSchemas,
  conventions: {
    rulesOf: () => ({ key: 'CMP-003', version: 'CMP-008', contentType: 'MAG-007', beta: 'MAG-004' }),
    isVersionRequired: false,
    // An empty variable in a filter must not export everything.
    emptyParameters: 'rejected',
    acceptsKey: ({ id }, kind) => kind === 'admin-key' && id === 'activities.list',
  },
  seedDemo: seedOrganization,
  scenario: [recordPart({ name: 'records', schema: ScenarioRecordsSchema, apply: changeRecords })],
  afterRequest: logComplianceAccess,
};
