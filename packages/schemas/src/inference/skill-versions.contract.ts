/** Versions of skills. */
import * as z from 'zod';
import { operationsOf, type OperationContract } from '../kit/contract.js';
import { timestamp } from '../kit/limits.schema.js';
import { cursorPage } from '../kit/paging.schema.js';
import { object, type ObjectSchema, openObject } from '../kit/schema.js';
import type * as types from './skill-versions.js';
import { skillFiles, SkillListParams } from './skills.contract.js';

/**
 * A version of a skill.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.11
 */
export const SkillVersion: ObjectSchema<types.SkillVersion> = openObject({
  /** Identifier, `skver_...`. */
  id: z.string().startsWith('skver_'),
  type: z.literal('skill_version'),
  /** Skill that the version belongs to. */
  skill_id: z.string().min(1),
  /**
   * Version: a number for your own skills, a date for those of the vendor. Absent under API versions after 2023-06-01, in
   * which `id` names a version.
   */
  version: z.string().min(1).optional(),
  /** Name, from `SKILL.md`. */
  name: z.string(),
  /** What the skill is for, from `SKILL.md`. The model decides by it when to load the skill. */
  description: z.string(),
  /** Folder of the files. Absent under API versions after 2023-06-01. */
  directory: z.string().optional(),
  /** Time of creation (RFC 3339). */
  created_at: timestamp,
});

/** Response of {@link deleteSkillVersion}. */
export const DeletedSkillVersion: ObjectSchema<types.DeletedSkillVersion> = openObject({
  /** Version that was deleted. */
  id: z.string(),
  type: z.literal('skill_version_deleted'),
});

/** Body of {@link createSkillVersion}. */
export const SkillVersionCreateParams: ObjectSchema<types.SkillVersionCreateParams> = object({
  /** Files of the version, as for a new skill. They replace those of the version before. */
  files: skillFiles,
});

const { page, limit } = SkillListParams.shape;

/** Query of {@link listSkillVersions}. */
export const SkillVersionListParams: ObjectSchema<types.SkillVersionListParams> = object('CursorPageParams', {
  page,
  limit,
});

/** A page of versions. */
export const SkillVersionPage: ObjectSchema<types.SkillVersionPage> = openObject('CursorPage<SkillVersion>', {
  ...cursorPage(SkillVersion).shape,
  /** Whether there is another page. */
  has_more: z.boolean().nullish(),
});

/** Versions of skills. */
const operation = operationsOf({
  client: 'SkillVersions',
  isExtended: true,
  auth: 'api-key',
  beta: 'skills-2025-10-02',
  source: 'not-shown > 1.2.11',
  assumed: ['operation'],
});

/** Creates a version of a skill, which becomes the latest one. */
export const createSkillVersion: OperationContract = operation({
  id: 'skills.versions.create',
  isHandWritten: true,
  route: 'POST /v1/skills/{skill_id}/versions',
  upload: 'multipart',
  replay: 'create',
  content: ['files.*.data'],
  schemas: { body: SkillVersionCreateParams, response: SkillVersion },
});

/** Lists the versions of a skill, newest first. */
export const listSkillVersions: OperationContract = operation({
  id: 'skills.versions.list',
  route: 'GET /v1/skills/{skill_id}/versions',
  paging: 'cursor',
  schemas: { query: SkillVersionListParams, response: SkillVersionPage },
});

/** Retrieves a version of a skill, by the version or its id. */
export const retrieveSkillVersion: OperationContract = operation({
  id: 'skills.versions.retrieve',
  route: 'GET /v1/skills/{skill_id}/versions/{version}',
  schemas: { response: SkillVersion },
});

/** Deletes a version of a skill, by the version or its id. */
export const deleteSkillVersion: OperationContract = operation({
  id: 'skills.versions.delete',
  route: 'DELETE /v1/skills/{skill_id}/versions/{version}',
  schemas: { response: DeletedSkillVersion },
});

/**
 * Downloads the files of a version as a ZIP archive, in the folder that they were uploaded in. Pass it to `readDownload` or
 * `saveDownload`, which download again after a lost connection.
 */
export const downloadSkillVersion: OperationContract = operation({
  id: 'skills.versions.download',
  route: 'GET /v1/skills/{skill_id}/versions/{version}/content',
  download: 'bytes',
  schemas: {},
});
