/**
 * The services of the emulator.
 *
 * Rules: GEN-013.
 */
import type { Service } from '../emulator/service.js';
import { adminService } from '../services/admin.js';
import { complianceService } from '../services/compliance.js';
import { inferenceService } from '../services/inference.js';
import { managedAgentsService } from '../services/managed-agents.js';

/** The four services. Seeds, scenario parts and resumed work follow this order. */
export const services: readonly Service[] = [
  inferenceService,
  managedAgentsService,
  complianceService,
  adminService,
];
