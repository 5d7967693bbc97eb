/** Skills: folders of instructions and files that the model loads when it needs them. */
import type { OpenEnum } from '../kit/open.js';
import type { Operation } from '../kit/operation.js';
import type { CursorPage, CursorPageParams } from '../kit/paging.js';
import type { UploadFile } from '../kit/upload.js';

/**
 * Source of a skill, under API versions after 2023-06-01.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.11
 */
export interface SkillSource {
  /** `custom` for your own skills; the others are skills of the vendor, examples of the vendor, and skills of plugins. */
  type: OpenEnum<'custom' | 'vendor' | 'vendor_example' | 'plugin'>;
}

/**
 * A skill. API versions after 2023-06-01 name three of its fields differently.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.11
 */
export interface Skill {
  /** Identifier: `skill_...` for your own skills, a name for those of the vendor. */
  id: string;
  /** Always `skill`. */
  type: 'skill';
  /** Title for people; null or absent without one. It is not visible to the model. */
  display_title?: string | null | undefined;
  /** `display_title` under API versions after 2023-06-01. */
  display_name?: string | null | undefined;
  /** Version that is used where none is named; null or absent if the skill has no version. */
  latest_version?: string | null | undefined;
  /** Id of the latest version, under API versions after 2023-06-01. */
  latest_version_id?: string | null | undefined;
  /** `custom` for your own skills, `vendor` for those of the vendor. An object under API versions after 2023-06-01. */
  source: OpenEnum<'custom' | 'vendor'> | SkillSource;
  /** Time of creation (RFC 3339). */
  created_at: string;
  /** Time of the last change (RFC 3339). */
  updated_at: string;
}

/** Response of {@link deleteSkill}. */
export interface DeletedSkill {
  /** Identifier of the deleted skill. */
  id: string;
  /** Always `skill_deleted`. */
  type: 'skill_deleted';
}

/**
 * Body of {@link createSkill}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.11
 */
export interface SkillCreateParams {
  /** Title for people. Default: none. */
  display_title?: string | null | undefined;
  /** Name of `display_title` in API versions after 2023-06-01. */
  display_name?: string | null | undefined;
  /**
   * Files of the first version. Their names are paths within one folder, for example `my-skill/SKILL.md`. `SKILL.md` must be
   * among them, at the top of the folder; its front matter has `name` and `description`.
   */
  files: UploadFile[];
}

/** Query of {@link listSkills}. */
export interface SkillListParams extends CursorPageParams {
  /** Returns only your own skills, or only those of the vendor. Default: both. */
  source?: OpenEnum<'custom' | 'vendor'> | undefined;
}

/** A page of skills. */
export interface SkillPage extends CursorPage<Skill> {
  /** Whether there is another page. */
  has_more?: boolean | null | undefined;
}

const beta = 'skills-2025-10-02';
const source = 'not-shown > 1.2.11';

/**
 * Creates a skill with its first version.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.11
 */
export const createSkill: Operation<{ body: SkillCreateParams; response: Skill }> = {
  id: 'skills.create',
  method: 'POST',
  path: '/v1/skills',
  auth: 'api-key',
  beta,
  upload: 'multipart',
  replay: 'create',
  content: ['files.*.data'],
  source,
  assumed: ['operation'],
};

/**
 * Lists the skills, newest first.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.11
 */
export const listSkills: Operation<{ query: SkillListParams; response: SkillPage }> = {
  id: 'skills.list',
  method: 'GET',
  path: '/v1/skills',
  auth: 'api-key',
  beta,
  paging: 'cursor',
  replay: 'read',
  source,
  assumed: ['operation'],
};

/**
 * Retrieves a skill.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.11
 */
export const retrieveSkill: Operation<{ params: 'skill_id'; response: Skill }> = {
  id: 'skills.retrieve',
  method: 'GET',
  path: '/v1/skills/{skill_id}',
  auth: 'api-key',
  beta,
  replay: 'read',
  source,
  assumed: ['operation'],
};

/**
 * Deletes a skill with its versions. Skills of the vendor cannot be deleted.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.11
 */
export const deleteSkill: Operation<{ params: 'skill_id'; response: DeletedSkill }> = {
  id: 'skills.delete',
  method: 'DELETE',
  path: '/v1/skills/{skill_id}',
  auth: 'api-key',
  beta,
  replay: 'idempotent',
  source,
  assumed: ['operation'],
};
