/** Schemas of the organization and its roles. */
import { s } from '../kit/schema.js';
import { named, openEnum, openObject, type Schema, type SchemasFor } from '../kit/schema.js';
import type {
  AssignableRole,
  Organization,
  organizationOperations,
  OrganizationRole,
} from './organization.js';

/** Schema of {@link AssignableRole}. */
export const AssignableRoleSchema: Schema<AssignableRole> = s.enum([
  'user',
  'developer',
  'billing',
  'assistant_code_user',
]);

/** Schema of {@link OrganizationRole}. */
export const OrganizationRoleSchema: Schema<OrganizationRole> = named(openEnum<AssignableRole | 'admin'>());

/** Schema of {@link Organization}. */
export const OrganizationSchema: Schema<Organization> = openObject<Organization>()({
  id: s.string().min(1),
  name: s.string(),
  type: s.literal('organization'),
});

/** Schemas of the operations on the organization, by id. */
export const organizationSchemas: SchemasFor<typeof organizationOperations> = {
  'organization.retrieve': { response: OrganizationSchema },
};
