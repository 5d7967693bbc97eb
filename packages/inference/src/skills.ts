/** Skills and their versions. */
import type { ApiPromise, CallOptions } from '@parlance/core-transport';
import { createSkill, type Skill } from '@parlance/schemas/inference';
import { skillParams, writeSkill, type SkillCreateInput } from './skill-upload.js';
import { SkillsBase } from './skills-base.js';

/** Skills: folders of instructions and files that the model loads into a container or an agent when it needs them. */
export class Skills extends SkillsBase {
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
    return this.transport.call(createSkill, { body: skillParams(params), write: writeSkill }, options);
  }
}
