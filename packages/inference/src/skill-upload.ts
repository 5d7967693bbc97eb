/** Conversion of the input of skill uploads. */
import { ConfigError, type UploadPath } from '@parlance/core-transport';
import { uploadedFile, writeMultipart, type WrittenBody } from '@parlance/core-transport/internal';
import type { SkillCreateParams } from '@parlance/schemas/inference';
import type { UploadFile } from '@parlance/schemas/kit';

/** Parameters of `skills.versions.create`. */
export interface SkillVersionCreateInput {
  /**
   * The files: bytes, Blobs or streams with a name, files on disk, or `File`s. Their names are paths within one folder that
   * has `SKILL.md` at its top, for example `{ path: 'SKILL.md', filename: 'my-skill/SKILL.md' }`.
   */
  files: (UploadFile | UploadPath | File)[];
}

/** Parameters of `skills.create`. */
export interface SkillCreateInput extends SkillVersionCreateInput {
  /** Title for people. Default: none. */
  display_title?: string | null | undefined;
  /** Name of `display_title` in API versions after 2023-06-01. */
  display_name?: string | null | undefined;
}

/** Converts files on disk and `File`s to files with a name. Other values are rejected by the call. */
export function skillParams(params: SkillCreateInput): SkillCreateParams {
  const files: unknown = (params as Partial<SkillCreateInput> | null | undefined)?.files;
  return Array.isArray(files) ? { ...params, files: files.map(uploadedFile) } : (params as SkillCreateParams);
}

/**
 * Serializes the body of a skill upload.
 *
 * @throws {ConfigError} When `files` cannot be sent.
 */
export function writeSkill(body: object): WrittenBody {
  const { files, ...others } = body as Partial<SkillCreateParams>;
  const isSendable =
    Array.isArray(files) &&
    files.length > 0 &&
    files.every((file: unknown) => typeof file === 'object' && file !== null && 'data' in file);
  if (!isSendable) throw new ConfigError('files', 'files must be an array of { filename, data } or { path }');
  const sent = Object.entries(others).filter(([, value]) => value !== null);
  return writeMultipart({ ...Object.fromEntries(sent), 'files[]': files });
}
