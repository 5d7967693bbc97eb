/** The schemas of all operations, by id. */
import { adminSchemas } from './admin/schemas.js';
import { complianceSchemas } from './compliance/schemas.js';
import { inferenceSchemas } from './inference/schemas.js';
import type { SchemasFor } from './kit/schema.js';
import { managedAgentsSchemas } from './managed-agents/schemas.js';
import type { Operations } from './operations.js';

/** Schemas of every operation, by id. */
export const schemas: SchemasFor<Operations> = {
  ...inferenceSchemas,
  ...managedAgentsSchemas,
  ...adminSchemas,
  ...complianceSchemas,
};
