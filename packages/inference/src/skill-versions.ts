/** Versions of skills. */
import type { ApiPromise, CallOptions } from '@parlance/core-transport';
import { createSkillVersion, type SkillVersion } from '@parlance/schemas/inference';
import { skillParams, writeSkill, type SkillVersionCreateInput } from './skill-upload.js';
import { SkillVersionsBase } from './skill-versions-base.js';

/** Versions of skills. */
export class SkillVersions extends SkillVersionsBase {
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
    return this.transport.call(createSkillVersion, input, options);
  }
}
