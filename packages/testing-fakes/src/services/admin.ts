/** The admin API as a service of the emulator. It knows the keys and rate limits of an organization. */
import { adminHandlers } from '../admin/handlers.js';
import type { Service } from '../emulator/service.js';
import { viewOfKey } from '../organization/api-keys.js';
import { limitsPart } from '../organization/rate-limits.js';
import { gaugeOf } from '../organization/workspace-gauges.js';
import { resumeDeliveries } from '../webhooks/deliveries.js';
import { serving } from './serving.js';

/** Organization, members, invites, workspaces, keys, rate limits, reports and webhooks. */
export const adminService: Service = {
  ...serving(adminHandlers),
  schemas: async () => (await import('../admin/service-schemas.js')).adminServiceSchemas,
  conventions: {
    rulesOf: () => ({ key: 'ADM-001', version: 'ADM-002', contentType: 'MAG-007', beta: 'MAG-004' }),
  },
  scenario: [limitsPart],
  viewOfKey,
  gaugeOf,
  resume: resumeDeliveries,
};
