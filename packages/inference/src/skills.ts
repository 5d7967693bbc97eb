/** Skills and their versions. */
import type { ApiPromise, CallOptions, ListOptions, Paginator } from '@parlance/core-transport';
import type { Transport } from '@parlance/core-transport/internal';
import {
  createSkill,
  deleteSkill,
  listSkills,
  retrieveSkill,
  type DeletedSkill,
  type Skill,
  type SkillListParams,
} from '@parlance/schemas/inference';
import { skillParams, writeSkill, type SkillCreateInput } from './skill-upload.js';
import { SkillVersions } from './skill-versions.js';

/** Skills: folders of instructions and files that the model loads into a container or an agent when it needs them. */
export class Skills {
  /** Versions of skills. */
  readonly versions: SkillVersions;
  readonly #transport: Transport;

  /** @param transport - Transport of the client. */
  constructor(transport: Transport) {
    this.#transport = transport;
    this.versions = new SkillVersions(transport);
  }

  /**
   * Creates a skill with its first version.
   *
   * @param params - Title and files.
   * @param options - Options for this call.
   * @throws {BadRequestError} When the files are not in one folder, or `SKILL.md` is missing or incomplete.
   * @throws {ConfigError} When a file cannot be sent.
   * @remarks Not in the documents; see "What the documents do not show" 1.2.11
   */
  create(params: SkillCreateInput, options?: CallOptions): ApiPromise<Skill> {
    return this.#transport.call(createSkill, { body: skillParams(params), write: writeSkill }, options);
  }

  /**
   * Retrieves a skill.
   *
   * @param skillId - Id of the skill, or the name of one of the vendor.
   * @param options - Options for this call.
   * @remarks Not in the documents; see "What the documents do not show" 1.2.11
   */
  retrieve(skillId: string, options?: CallOptions): ApiPromise<Skill> {
    return this.#transport.call(retrieveSkill, { params: { skill_id: skillId } }, options);
  }

  /**
   * Lists your skills and those of the vendor, newest first.
   *
   * @param params - Source, page size and cursor.
   * @param options - Options for this call, and a checkpoint to resume from.
   * @remarks Not in the documents; see "What the documents do not show" 1.2.11
   */
  list(params: SkillListParams = {}, options?: ListOptions): Paginator<Skill> {
    return this.#transport.list(listSkills, { query: params }, options);
  }

  /**
   * Deletes a skill with its versions. Agents that have the skill keep a reference to it, which no longer resolves.
   *
   * @param skillId - Id of the skill.
   * @param options - Options for this call.
   * @throws {BadRequestError} When it is a skill of the vendor.
   * @remarks Not in the documents; see "What the documents do not show" 1.2.11
   */
  delete(skillId: string, options?: CallOptions): ApiPromise<DeletedSkill> {
    return this.#transport.call(deleteSkill, { params: { skill_id: skillId } }, options);
  }
}
