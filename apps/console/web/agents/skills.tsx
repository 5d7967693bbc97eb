import { TextField } from '../ui/text-field.js';
import type { SkillDraft } from './agent-draft.js';
import { AddButton, RemoveButton } from './mcp-servers.js';
import type { Issues } from './use-issues.js';
import { SelectField } from '../ui/select-field.js';

interface Props {
  readonly skills: readonly SkillDraft[];
  readonly issues: Issues;
  readonly onChange: (skills: readonly SkillDraft[]) => void;
}

/** The skills of the agent: the vendor's by name, custom ones by ID. */
export function Skills({ skills, issues, onChange }: Props) {
  const change = (index: number, part: Partial<SkillDraft>) =>
    onChange(skills.map((skill, at) => (at === index ? { ...skill, ...part } : skill)));
  return (
    <>
      {skills.map((skill, index) => (
        <fieldset key={index} className="part-item">
          <legend className="visually-hidden">Skill {index + 1}</legend>
          <div className="field-pair">
            <SelectField
              label="Provider"
              value={skill.type}
              onChange={(next) => change(index, { type: next as SkillDraft['type'] })}
            >
              <option value="vendor">Vendor</option>
              <option value="custom">Custom</option>
            </SelectField>
            <TextField
              label={skill.type === 'vendor' ? 'Skill name' : 'Skill ID'}
              value={skill.id}
              issue={issues.get(`skills.${index}.skill_id`)}
              placeholder={skill.type === 'vendor' ? 'xlsx' : 'skill_…'}
              required
              mono
              onChange={(id) => change(index, { id })}
            />
            <TextField
              label="Skill version"
              value={skill.version}
              issue={issues.get(`skills.${index}.version`)}
              placeholder="latest"
              mono
              onChange={(version) => change(index, { version })}
            />
          </div>
          <RemoveButton
            what="this skill"
            onClick={() => onChange(skills.filter((_, place) => place !== index))}
          />
        </fieldset>
      ))}
      <AddButton
        what="Add skill"
        onClick={() => onChange([...skills, { type: 'vendor', id: '', version: '' }])}
      />
    </>
  );
}
