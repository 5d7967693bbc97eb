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
import type * as types from './organization.js';
import type { organizationOperations } from './operations.js';

/** Schema of {@link types.AssignableRole}. */
export const AssignableRoleSchema: Schema<types.AssignableRole> = z.enum([
  'user',
  'developer',
  'billing',
  'assistant_code_user',
]);

/** Schema of {@link types.OrganizationRole}. */
export const OrganizationRoleSchema: Schema<types.OrganizationRole> =
  named(openEnum<types.AssignableRole | 'admin'>());

/** Schema of {@link types.Organization}. */
export const OrganizationSchema: ObjectSchema<types.Organization> = openObject<types.Organization>()({
  id: z.string().min(1),
  name: z.string(),
  type: z.literal('organization'),
});

/** Schemas of the operations on the organization, by id. */
export const organizationSchemas: SchemasFor<typeof organizationOperations> = {
  'organization.retrieve': { response: OrganizationSchema },
};
