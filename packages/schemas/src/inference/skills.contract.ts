/** Skills: folders of instructions and files that the model loads when it needs them. */
import * as z from 'zod';
import { operationsOf, type OperationContract, typed } from '../kit/contract.js';
import { timestamp, UploadFileSchema } from '../kit/limits.schema.js';
import { cursorPage, pageLimit } from '../kit/paging.schema.js';
import { named, object, type ObjectSchema, openEnum, openObject, rule, type Schema } from '../kit/schema.js';
import type { UploadFile } from '../kit/upload.js';
import type * as types from './skills.js';

const origin = named(openEnum(['custom', 'vendor']));

/**
 * Source of a skill, under API versions after 2023-06-01.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.11
 */
export const SkillSource: ObjectSchema<types.SkillSource> = openObject({
  /**
   * `custom` for your own skills; the others are skills of the vendor, examples of the vendor, and skills of plugins.
   */
  type: named(openEnum(['custom', 'vendor', 'vendor_example', 'plugin'])),
});

/**
 * A skill. API versions after 2023-06-01 name three of its fields differently.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.11
 */
export const Skill: ObjectSchema<types.Skill> = openObject({
  /** Identifier: `skill_...` for your own skills, a name for those of the vendor. */
  id: z.string().min(1),
  type: z.literal('skill'),
  /** Title for people; null or absent without one. It is not visible to the model. */
  display_title: z.string().nullish(),
  /** `display_title` under API versions after 2023-06-01. */
  display_name: z.string().nullish(),
  /** Version that is used where none is named; null or absent if the skill has no version. */
  latest_version: z.string().nullish(),
  /** Id of the latest version, under API versions after 2023-06-01. */
  latest_version_id: z.string().nullish(),
  /**
   * `custom` for your own skills, `vendor` for those of the vendor. An object under API versions after 2023-06-01.
   */
  source: z.union([origin, SkillSource]),
  /** Time of creation (RFC 3339). */
  created_at: timestamp,
  /** Time of the last change (RFC 3339). */
  updated_at: timestamp,
});

/**
 * Files of a skill.
 *
 * @internal
 */
export const skillFiles: Schema<UploadFile[]> = typed('UploadFile[]', z.array(UploadFileSchema).min(1));

/**
 * Body of {@link createSkill}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.11
 */
export const SkillCreateParams: ObjectSchema<types.SkillCreateParams> = object({
  /** Title for people. Default: none. */
  display_title: z.string().nullish(),
  /** Name of `display_title` in API versions after 2023-06-01. */
  display_name: z.string().nullish(),
  /**
   * Files of the first version. Their names are paths within one folder, for example `my-skill/SKILL.md`. `SKILL.md` must be
   * among them, at the top of the folder; its front matter has `name` and `description`.
   */
  files: skillFiles,
});

/** Query of {@link listSkills}. */
export const SkillListParams: ObjectSchema<types.SkillListParams> = object('CursorPageParams', {
  page: z.string().min(1).optional(),
  limit: rule('SKL-004', pageLimit(100)).optional(),
  /** Returns only your own skills, or only those of the vendor. Default: both. */
  source: origin.optional(),
});

/** Response of {@link deleteSkill}. */
export const DeletedSkill: ObjectSchema<types.DeletedSkill> = openObject({
  /** Identifier of the deleted skill. */
  id: z.string(),
  type: z.literal('skill_deleted'),
});

/** A page of skills. */
export const SkillPage: ObjectSchema<types.SkillPage> = openObject('CursorPage<Skill>', {
  ...cursorPage(Skill).shape,
  /** Whether there is another page. */
  has_more: z.boolean().nullish(),
});

const operation = operationsOf({
  client: 'Skills',
  isExtended: true,
  auth: 'api-key',
  beta: 'skills-2025-10-02',
  source: 'not-shown > 1.2.11',
  assumed: ['operation'],
});

/** Creates a skill with its first version. */
export const createSkill: OperationContract = operation({
  id: 'skills.create',
  isHandWritten: true,
  route: 'POST /v1/skills',
  upload: 'multipart',
  replay: 'create',
  content: ['files.*.data'],
  schemas: { body: SkillCreateParams, response: Skill },
});

/** Lists your skills and those of the vendor, newest first. */
export const listSkills: OperationContract = operation({
  id: 'skills.list',
  route: 'GET /v1/skills',
  paging: 'cursor',
  schemas: { query: SkillListParams, response: SkillPage },
});

/** Retrieves a skill by its id, or a skill of the vendor by its name. */
export const retrieveSkill: OperationContract = operation({
  id: 'skills.retrieve',
  route: 'GET /v1/skills/{skill_id}',
  schemas: { response: Skill },
});

/**
 * Deletes a skill with its versions. Agents that have the skill keep a reference to it, which no longer resolves.
 *
 * @throws `BadRequestError` When it is a skill of the vendor.
 */
export const deleteSkill: OperationContract = operation({
  id: 'skills.delete',
  route: 'DELETE /v1/skills/{skill_id}',
  schemas: { response: DeletedSkill },
});
