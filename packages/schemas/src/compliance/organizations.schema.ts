/** Schemas of the directory. */
import * as z from 'zod';
import { timestamp } from '../kit/limits.schema.js';
import { pageLimit } from '../kit/paging.schema.js';
import { object, type ObjectSchema, openObject, rule, type SchemasFor } from '../kit/schema.js';
import type {
  directoryOperations,
  DirectoryOrganization,
  DirectoryOrganizationListParams,
  DirectoryOrganizationPage,
  DirectoryUser,
  DirectoryUserListParams,
  DirectoryUserPage,
} from './organizations.js';

/** Schema of {@link DirectoryOrganization}. */
export const DirectoryOrganizationSchema: ObjectSchema<DirectoryOrganization> =
  openObject<DirectoryOrganization>()({ uuid: z.string().min(1), name: z.string(), created_at: timestamp });

/** Schema of {@link DirectoryOrganizationPage}. */
export const DirectoryOrganizationPageSchema: ObjectSchema<DirectoryOrganizationPage> =
  openObject<DirectoryOrganizationPage>()({
    data: z.array(DirectoryOrganizationSchema),
    has_more: z.boolean().nullish(),
    next_page: z.string().nullish(),
  });

/** Schema of {@link DirectoryUser}. */
export const DirectoryUserSchema: ObjectSchema<DirectoryUser> = openObject<DirectoryUser>()({
  id: z.string().min(1),
  full_name: z.string(),
  email: z.string(),
  created_at: timestamp,
});

/** Schema of {@link DirectoryUserPage}. */
export const DirectoryUserPageSchema: ObjectSchema<DirectoryUserPage> = openObject<DirectoryUserPage>()({
  data: z.array(DirectoryUserSchema),
  has_more: z.boolean().nullish(),
  next_page: z.string().nullish(),
});

const page = rule('GEN-009', z.string().min(1)).optional();

/** Schema of {@link DirectoryOrganizationListParams}. */
export const DirectoryOrganizationListParamsSchema: ObjectSchema<DirectoryOrganizationListParams> =
  object<DirectoryOrganizationListParams>()({ page });

/** Schema of {@link DirectoryUserListParams}. */
export const DirectoryUserListParamsSchema: ObjectSchema<DirectoryUserListParams> =
  object<DirectoryUserListParams>()({ limit: rule('GEN-005', pageLimit(1000)).optional(), page });

/** Schemas of the operations on the directory, by id. */
export const directorySchemas: SchemasFor<typeof directoryOperations> = {
  'organizations.list': {
    query: DirectoryOrganizationListParamsSchema,
    response: DirectoryOrganizationPageSchema,
  },
  'organizations.listUsers': { query: DirectoryUserListParamsSchema, response: DirectoryUserPageSchema },
};
