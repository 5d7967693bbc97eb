/** Schemas of the directory. */
import { s } from '../kit/schema.js';
import { timestamp } from '../kit/limits.schema.js';
import { pageLimit } from '../kit/paging.schema.js';
import { object, openObject, rule, type Schema, type SchemasFor } from '../kit/schema.js';
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
export const DirectoryOrganizationSchema: Schema<DirectoryOrganization> = openObject<DirectoryOrganization>()(
  { uuid: s.string().min(1), name: s.string(), created_at: timestamp },
);

/** Schema of {@link DirectoryOrganizationPage}. */
export const DirectoryOrganizationPageSchema: Schema<DirectoryOrganizationPage> =
  openObject<DirectoryOrganizationPage>()({
    data: s.array(DirectoryOrganizationSchema),
    has_more: s.boolean().optional(),
    next_page: s.string().nullish(),
  });

/** Schema of {@link DirectoryUser}. */
export const DirectoryUserSchema: Schema<DirectoryUser> = openObject<DirectoryUser>()({
  id: s.string().min(1),
  full_name: s.string(),
  email: s.string(),
  created_at: timestamp,
});

/** Schema of {@link DirectoryUserPage}. */
export const DirectoryUserPageSchema: Schema<DirectoryUserPage> = openObject<DirectoryUserPage>()({
  data: s.array(DirectoryUserSchema),
  has_more: s.boolean(),
  next_page: s.string().nullable(),
});

const page = rule('GEN-009', s.string().min(1)).optional();

/** Schema of {@link DirectoryOrganizationListParams}. */
export const DirectoryOrganizationListParamsSchema: Schema<DirectoryOrganizationListParams> =
  object<DirectoryOrganizationListParams>()({ page });

/** Schema of {@link DirectoryUserListParams}. */
export const DirectoryUserListParamsSchema: Schema<DirectoryUserListParams> =
  object<DirectoryUserListParams>()({ limit: rule('GEN-005', pageLimit(1000)).optional(), page });

/** Schemas of the operations on the directory, by id. */
export const directorySchemas: SchemasFor<typeof directoryOperations> = {
  'organizations.list': {
    query: DirectoryOrganizationListParamsSchema,
    response: DirectoryOrganizationPageSchema,
  },
  'organizations.listUsers': { query: DirectoryUserListParamsSchema, response: DirectoryUserPageSchema },
};
