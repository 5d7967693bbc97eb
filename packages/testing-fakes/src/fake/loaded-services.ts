/** The services of the emulator with their schemas, for callers that cannot wait until these are loaded. */
import { adminServiceSchemas } from '../admin/service-schemas.js';
import { complianceServiceSchemas } from '../compliance/service-schemas.js';
import type { Service } from '../emulator/service.js';
import { inferenceServiceSchemas } from '../inference/service-schemas.js';
import { managedAgentsServiceSchemas } from '../managed-agents/service-schemas.js';
import { adminService } from '../services/admin.js';
import { complianceService } from '../services/compliance.js';
import { inferenceService } from '../services/inference.js';
import { managedAgentsService } from '../services/managed-agents.js';

/** The four services, as in {@link services}. */
export const loadedServices: readonly Service[] = [
  { ...inferenceService, schemas: inferenceServiceSchemas },
  { ...managedAgentsService, schemas: managedAgentsServiceSchemas },
  { ...complianceService, schemas: complianceServiceSchemas },
  { ...adminService, schemas: adminServiceSchemas },
];
