/** Versions of skills. */
import type { Operation } from '../kit/operation.js';
import type { CursorPage, CursorPageParams } from '../kit/paging.js';
import type { UploadFile } from '../kit/upload.js';

/**
 * A version of a skill.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.11
 */
export interface SkillVersion {
  /** Identifier, `skver_...`. */
  id: string;
  /** Always `skill_version`. */
  type: 'skill_version';
  /** Skill that the version belongs to. */
  skill_id: string;
  /**
   * Version: a number for your own skills, a date for those of the vendor. Absent under API versions after 2023-06-01, in
   * which `id` names a version.
   */
  version?: string | undefined;
  /** Name, from `SKILL.md`. */
  name: string;
  /** What the skill is for, from `SKILL.md`. The model decides by it when to load the skill. */
  description: string;
  /** Folder of the files. Absent under API versions after 2023-06-01. */
  directory?: string | undefined;
  /** Time of creation (RFC 3339). */
  created_at: string;
}

/** Response of {@link deleteSkillVersion}. */
export interface DeletedSkillVersion {
  /** Version that was deleted. */
  id: string;
  /** Always `skill_version_deleted`. */
  type: 'skill_version_deleted';
}

/** Body of {@link createSkillVersion}. */
export interface SkillVersionCreateParams {
  /** Files of the version, as for a new skill. They replace those of the version before. */
  files: UploadFile[];
}

/** Query of {@link listSkillVersions}. */
export interface SkillVersionListParams extends CursorPageParams {}

/** A page of versions. */
export interface SkillVersionPage extends CursorPage<SkillVersion> {
  /** Whether there is another page. */
  has_more?: boolean | null | undefined;
}

const beta = 'skills-2025-10-02';
const source = 'not-shown > 1.2.11';

/**
 * Creates a version of a skill, which becomes the latest one.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.11
 */
export const createSkillVersion: Operation<{
  params: 'skill_id';
  body: SkillVersionCreateParams;
  response: SkillVersion;
}> = {
  id: 'skills.versions.create',
  method: 'POST',
  path: '/v1/skills/{skill_id}/versions',
  auth: 'api-key',
  beta,
  upload: 'multipart',
  replay: 'create',
  content: ['files.*.data'],
  source,
  assumed: ['operation'],
};

/**
 * Lists the versions of a skill, newest first.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.11
 */
export const listSkillVersions: Operation<{
  params: 'skill_id';
  query: SkillVersionListParams;
  response: SkillVersionPage;
}> = {
  id: 'skills.versions.list',
  method: 'GET',
  path: '/v1/skills/{skill_id}/versions',
  auth: 'api-key',
  beta,
  paging: 'cursor',
  replay: 'read',
  source,
  assumed: ['operation'],
};

/**
 * Retrieves a version of a skill.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.11
 */
export const retrieveSkillVersion: Operation<{ params: 'skill_id' | 'version'; response: SkillVersion }> = {
  id: 'skills.versions.retrieve',
  method: 'GET',
  path: '/v1/skills/{skill_id}/versions/{version}',
  auth: 'api-key',
  beta,
  replay: 'read',
  source,
  assumed: ['operation'],
};

/**
 * Deletes a version of a skill.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.11
 */
export const deleteSkillVersion: Operation<{
  params: 'skill_id' | 'version';
  response: DeletedSkillVersion;
}> = {
  id: 'skills.versions.delete',
  method: 'DELETE',
  path: '/v1/skills/{skill_id}/versions/{version}',
  auth: 'api-key',
  beta,
  replay: 'idempotent',
  source,
  assumed: ['operation'],
};

/**
 * Downloads the files of a version as a ZIP archive, in the folder that they were uploaded in.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.11
 */
export const downloadSkillVersion: Operation<{ params: 'skill_id' | 'version' }> = {
  id: 'skills.versions.download',
  method: 'GET',
  path: '/v1/skills/{skill_id}/versions/{version}/content',
  auth: 'api-key',
  beta,
  download: 'bytes',
  replay: 'read',
  source,
  assumed: ['operation'],
};
