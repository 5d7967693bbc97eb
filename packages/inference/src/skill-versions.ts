/** Versions of skills. */
import type { ApiPromise, CallOptions, Download, ListOptions, Paginator } from '@parlance/core-transport';
import { openDownload, type Transport } from '@parlance/core-transport/internal';
import {
  createSkillVersion,
  deleteSkillVersion,
  downloadSkillVersion,
  listSkillVersions,
  retrieveSkillVersion,
  type DeletedSkillVersion,
  type SkillVersion,
  type SkillVersionListParams,
} from '@parlance/schemas/inference';
import { skillParams, writeSkill, type SkillVersionCreateInput } from './skill-upload.js';

/** Versions of skills. */
export class SkillVersions {
  readonly #transport: Transport;

  /** @param transport - Transport of the client. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Creates a version of a skill, which becomes the latest one.
   *
   * @param skillId - Id of the skill.
   * @param params - All files of the version.
   * @param options - Options for this call.
   * @throws {BadRequestError} When the files are not in one folder, or `SKILL.md` is missing or incomplete.
   * @remarks Not in the documents; see "What the documents do not show" 1.2.11
   */
  create(skillId: string, params: SkillVersionCreateInput, options?: CallOptions): ApiPromise<SkillVersion> {
    const input = { params: { skill_id: skillId }, body: skillParams(params), write: writeSkill };
    return this.#transport.call(createSkillVersion, input, options);
  }

  /**
   * Retrieves a version of a skill.
   *
   * @param skillId - Id of the skill.
   * @param version - Version, or its id.
   * @param options - Options for this call.
   * @remarks Not in the documents; see "What the documents do not show" 1.2.11
   */
  retrieve(skillId: string, version: string, options?: CallOptions): ApiPromise<SkillVersion> {
    const params = { skill_id: skillId, version };
    return this.#transport.call(retrieveSkillVersion, { params }, options);
  }

  /**
   * Lists the versions of a skill, newest first.
   *
   * @param skillId - Id of the skill.
   * @param params - Page size and cursor.
   * @param options - Options for this call, and a checkpoint to resume from.
   * @remarks Not in the documents; see "What the documents do not show" 1.2.11
   */
  list(skillId: string, params: SkillVersionListParams = {}, options?: ListOptions): Paginator<SkillVersion> {
    return this.#transport.list(listSkillVersions, { params: { skill_id: skillId }, query: params }, options);
  }

  /**
   * Deletes a version of a skill.
   *
   * @param skillId - Id of the skill.
   * @param version - Version, or its id.
   * @param options - Options for this call.
   * @remarks Not in the documents; see "What the documents do not show" 1.2.11
   */
  delete(skillId: string, version: string, options?: CallOptions): ApiPromise<DeletedSkillVersion> {
    const params = { skill_id: skillId, version };
    return this.#transport.call(deleteSkillVersion, { params }, options);
  }

  /**
   * Downloads the files of a version as a ZIP archive. Pass it to `readDownload` or `saveDownload`, which download again after
   * a lost connection.
   *
   * @param skillId - Id of the skill.
   * @param version - Version, or its id.
   * @param options - Options for this call.
   * @remarks Not in the documents; see "What the documents do not show" 1.2.11
   */
  download(skillId: string, version: string, options?: CallOptions): Promise<Download> {
    const params = { skill_id: skillId, version };
    return openDownload(() => this.#transport.download(downloadSkillVersion, { params }, options));
  }
}
