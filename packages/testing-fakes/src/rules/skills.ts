/** Rules SKL: skills and their versions. */
import type { RuleRows } from './rule.js';

/** Rules SKL: skills and their versions. */
export const skillRules: RuleRows = {
  'SKL-001': [
    '1.2.11',
    'The files of a skill are in one folder, with SKILL.md at its top.',
    'inference/skill-files.ts',
  ],
  'SKL-002': [
    '1.2.11; A.22',
    'name and description of a version come from the front matter of SKILL.md.',
    'inference/skill-files.ts',
  ],
  'SKL-003': [
    '1.2.11; A.21',
    'A new version becomes the latest; when it is deleted, the one before does.',
    'inference/skills.ts',
  ],
  'SKL-004': [
    '1.2.11; 1.1.5',
    'Skills are listed newest first, by source; a page has has_more and next_page.',
    'inference/skills.ts',
  ],
  'SKL-005': ['1.2.11', 'Skills of the vendor cannot be changed or deleted.', 'inference/skills.ts'],
  'SKL-006': [
    '1.2.1; 1.3.1',
    'A container or an agent loads existing skills: the named version, or the latest.',
    'workspace/skill-records.ts',
  ],
  'SKL-007': [
    '1.2.11',
    'A version is downloaded as an archive of its files, in their folder. The format of the archive is not documented: ZIP.',
    'inference/skill-archive.ts',
  ],
  'SKL-008': [
    '1.2.11',
    'API versions after 2023-06-01 have display_name, latest_version_id and an object as source, and name versions by id.',
    'inference/skill-views.ts',
  ],
};
