import { useFieldArray, useWatch } from 'react-hook-form';
import { SelectField, TextField } from '../ui/fields.js';
import type { AgentDraft } from './agent-draft.js';
import { AddButton, RemoveButton } from './mcp-servers.js';

/** The skills of the agent: the vendor's by name, custom ones by ID. */
export function Skills() {
  const { fields, append, remove } = useFieldArray({ name: 'skills' });
  const skills = useWatch<AgentDraft, 'skills'>({ name: 'skills' });
  return (
    <>
      {fields.map(({ id }, index) => {
        const isVendor = skills[index]?.type === 'vendor';
        return (
          <fieldset key={id} className="part-item">
            <legend className="visually-hidden">Skill {index + 1}</legend>
            <div className="field-pair">
              <SelectField name={`skills.${index}.type`} label="Provider">
                <option value="vendor">Vendor</option>
                <option value="custom">Custom</option>
              </SelectField>
              <TextField
                name={`skills.${index}.skill_id`}
                label={isVendor ? 'Skill name' : 'Skill ID'}
                placeholder={isVendor ? 'xlsx' : 'skill_…'}
                required
                mono
              />
              <TextField
                name={`skills.${index}.version`}
                label="Skill version"
                placeholder="latest"
                isNullable
                mono
              />
            </div>
            <RemoveButton what="this skill" onClick={() => remove(index)} />
          </fieldset>
        );
      })}
      <AddButton what="Add skill" onClick={() => append({ type: 'vendor', skill_id: '', version: null })} />
    </>
  );
}
