/** Schemas of the organization and its roles. */
import * as z from 'zod';
import {
  named,
  type ObjectSchema,
  openEnum,
  openObject,
  type Schema,
  type SchemasFor,
} from '../kit/schema.js';
import type {
  AssignableRole,
  Organization,
  organizationOperations,
  OrganizationRole,
} from './organization.js';

/** Schema of {@link AssignableRole}. */
export const AssignableRoleSchema: Schema<AssignableRole> = z.enum([
  'user',
  'developer',
  'billing',
  'assistant_code_user',
]);

/** Schema of {@link OrganizationRole}. */
export const OrganizationRoleSchema: Schema<OrganizationRole> = named(openEnum<AssignableRole | 'admin'>());

/** Schema of {@link Organization}. */
export const OrganizationSchema: ObjectSchema<Organization> = openObject<Organization>()({
  id: z.string().min(1),
  name: z.string(),
  type: z.literal('organization'),
});

/** Schemas of the operations on the organization, by id. */
export const organizationSchemas: SchemasFor<typeof organizationOperations> = {
  'organization.retrieve': { response: OrganizationSchema },
};
