/** Schemas of skills and their versions. */
import * as z from 'zod';
import { characters, timestamp, uploadContent } from '../kit/limits.schema.js';
import { pageLimit } from '../kit/paging.schema.js';
import {
  named,
  object,
  type ObjectSchema,
  openEnum,
  openObject,
  rule,
  type SchemasFor,
} from '../kit/schema.js';
import type { UploadFile } from '../kit/upload.js';
import type {
  DeletedSkillVersion,
  SkillVersion,
  SkillVersionCreateParams,
  SkillVersionListParams,
  SkillVersionPage,
} from './skill-versions.js';
import type * as types from './skills.js';
import type { skillVersionOperations, skillOperations } from './operations.js';

const origin = named(openEnum<'custom' | 'vendor'>());

/** Schema of {@link types.SkillSource}. */
export const SkillSourceSchema: ObjectSchema<types.SkillSource> = openObject<types.SkillSource>()({
  type: named(openEnum<'custom' | 'vendor' | 'vendor_example' | 'plugin'>()),
});

/** Schema of {@link types.Skill}. */
export const SkillSchema: ObjectSchema<types.Skill> = openObject<types.Skill>()({
  id: z.string().min(1),
  type: z.literal('skill'),
  display_title: z.string().nullish(),
  display_name: z.string().nullish(),
  latest_version: z.string().nullish(),
  latest_version_id: z.string().nullish(),
  source: z.union([origin, SkillSourceSchema]),
  created_at: timestamp,
  updated_at: timestamp,
});

/** Schema of {@link SkillVersion}. */
export const SkillVersionSchema: ObjectSchema<SkillVersion> = openObject<SkillVersion>()({
  id: z.string().startsWith('skver_'),
  type: z.literal('skill_version'),
  skill_id: z.string().min(1),
  version: z.string().min(1).optional(),
  name: z.string(),
  description: z.string(),
  directory: z.string().optional(),
  created_at: timestamp,
});

const files = z
  .array(
    object<UploadFile>()({
      filename: characters({ min: 1, max: 255 }),
      contentType: z.string().optional(),
      data: uploadContent,
    }),
  )
  .min(1);

/** Schema of {@link types.SkillCreateParams}. */
export const SkillCreateParamsSchema: ObjectSchema<types.SkillCreateParams> =
  object<types.SkillCreateParams>()({
    display_title: z.string().nullish(),
    display_name: z.string().nullish(),
    files,
  });

/** Schema of {@link SkillVersionCreateParams}. */
export const SkillVersionCreateParamsSchema: ObjectSchema<SkillVersionCreateParams> =
  object<SkillVersionCreateParams>()({ files });

const page = { page: z.string().min(1).optional(), limit: rule('SKL-004', pageLimit(100)).optional() };

const skillQuery: ObjectSchema<types.SkillListParams> = object<types.SkillListParams>()({
  ...page,
  source: origin.optional(),
});

const versionQuery: ObjectSchema<SkillVersionListParams> = object<SkillVersionListParams>()(page);

const pageFields = { has_more: z.boolean().nullish(), next_page: z.string().nullish() };

/** Schemas of the operations on skills, by id. */
export const skillSchemas: SchemasFor<typeof skillOperations> = {
  'skills.create': { body: SkillCreateParamsSchema, response: SkillSchema },
  'skills.list': {
    query: skillQuery,
    response: openObject<types.SkillPage>()({ data: z.array(SkillSchema), ...pageFields }),
  },
  'skills.retrieve': { response: SkillSchema },
  'skills.delete': {
    response: openObject<types.DeletedSkill>()({ id: z.string(), type: z.literal('skill_deleted') }),
  },
};

/** Schemas of the operations on versions of skills, by id. */
export const skillVersionSchemas: SchemasFor<typeof skillVersionOperations> = {
  'skills.versions.create': { body: SkillVersionCreateParamsSchema, response: SkillVersionSchema },
  'skills.versions.list': {
    query: versionQuery,
    response: openObject<SkillVersionPage>()({ data: z.array(SkillVersionSchema), ...pageFields }),
  },
  'skills.versions.retrieve': { response: SkillVersionSchema },
  'skills.versions.delete': {
    response: openObject<DeletedSkillVersion>()({
      id: z.string(),
      type: z.literal('skill_version_deleted'),
    }),
  },
  'skills.versions.download': {},
};
