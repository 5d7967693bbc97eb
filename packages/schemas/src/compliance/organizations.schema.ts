/** Schemas of the directory. */
import * as z from 'zod';
import { timestamp } from '../kit/limits.schema.js';
import { pageLimit } from '../kit/paging.schema.js';
import { object, type ObjectSchema, openObject, rule, type SchemasFor } from '../kit/schema.js';
import type * as types from './organizations.js';
import type { directoryOperations } from './operations.js';

/** Schema of {@link types.DirectoryOrganization}. */
export const DirectoryOrganizationSchema: ObjectSchema<types.DirectoryOrganization> =
  openObject<types.DirectoryOrganization>()({
    uuid: z.string().min(1),
    name: z.string(),
    created_at: timestamp,
  });

/** Schema of {@link types.DirectoryOrganizationPage}. */
export const DirectoryOrganizationPageSchema: ObjectSchema<types.DirectoryOrganizationPage> =
  openObject<types.DirectoryOrganizationPage>()({
    data: z.array(DirectoryOrganizationSchema),
    has_more: z.boolean().nullish(),
    next_page: z.string().nullish(),
  });

/** Schema of {@link types.DirectoryUser}. */
export const DirectoryUserSchema: ObjectSchema<types.DirectoryUser> = openObject<types.DirectoryUser>()({
  id: z.string().min(1),
  full_name: z.string(),
  email: z.string(),
  created_at: timestamp,
});

/** Schema of {@link types.DirectoryUserPage}. */
export const DirectoryUserPageSchema: ObjectSchema<types.DirectoryUserPage> =
  openObject<types.DirectoryUserPage>()({
    data: z.array(DirectoryUserSchema),
    has_more: z.boolean().nullish(),
    next_page: z.string().nullish(),
  });

const page = rule('GEN-009', z.string().min(1)).optional();

/** Schema of {@link types.DirectoryOrganizationListParams}. */
export const DirectoryOrganizationListParamsSchema: ObjectSchema<types.DirectoryOrganizationListParams> =
  object<types.DirectoryOrganizationListParams>()({ page });

/** Schema of {@link types.DirectoryUserListParams}. */
export const DirectoryUserListParamsSchema: ObjectSchema<types.DirectoryUserListParams> =
  object<types.DirectoryUserListParams>()({ limit: rule('GEN-005', pageLimit(1000)).optional(), page });

/** Schemas of the operations on the directory, by id. */
export const directorySchemas: SchemasFor<typeof directoryOperations> = {
  'organizations.list': {
    query: DirectoryOrganizationListParamsSchema,
    response: DirectoryOrganizationPageSchema,
  },
  'organizations.listUsers': { query: DirectoryUserListParamsSchema, response: DirectoryUserPageSchema },
};
