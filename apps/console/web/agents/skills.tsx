import { useWatch } from 'react-hook-form';
import { FieldList } from '../ui/field-list.js';
import { TextField } from '../ui/fields.js';
import { SelectField } from '../ui/select-field.js';
import type { AgentDraft } from './agent-draft.js';

/** The skills of the agent: the vendor's by name, custom ones by ID. */
export function Skills() {
  const skills = useWatch<AgentDraft, 'skills'>({ name: 'skills' });
  return (
    <FieldList name="skills" what="skill" empty={{ type: 'vendor', skill_id: '', version: null }}>
      {(path, index) => {
        const isVendor = skills[index]?.type === 'vendor';
        return (
          <div className="columns field-pair">
            <SelectField
              name={`${path}.type`}
              label="Provider"
              options={{ vendor: 'Vendor', custom: 'Custom' }}
            />
            <TextField
              name={`${path}.skill_id`}
              label={isVendor ? 'Skill name' : 'Skill ID'}
              placeholder={isVendor ? 'xlsx' : 'skill_…'}
              required
              mono
            />
            <TextField name={`${path}.version`} label="Skill version" placeholder="latest" isNullable mono />
          </div>
        );
      }}
    </FieldList>
  );
}
