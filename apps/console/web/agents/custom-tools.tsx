import { agentLimits } from '@parlance/schemas';
import { useFieldArray, useWatch } from 'react-hook-form';
import { TextField } from '../ui/fields.js';
import { jsonOf } from '../ui/json.js';
import type { CustomToolDraft } from './agent-draft.js';
import { AddButton, RemoveButton } from './mcp-servers.js';

const EXAMPLE: CustomToolDraft = {
  name: '',
  description: '',
  input_schema:
    '{\n  "type": "object",\n  "properties": { "order_id": { "type": "string" } },\n  "required": ["order_id"]\n}',
};

/** Custom tools. The session waits until the user provides their results. */
export function CustomTools() {
  const { fields, append, remove } = useFieldArray({ name: 'tools' });
  return (
    <>
      {fields.map(({ id }, index) => (
        <fieldset key={id} className="part-item">
          <legend className="visually-hidden">Custom tool {index + 1}</legend>
          <TextField
            name={`tools.${index}.name`}
            label="Tool name"
            limit={agentLimits.toolNameCharacters}
            required
            mono
          />
          <TextField
            name={`tools.${index}.description`}
            label="Description for the model"
            limit={agentLimits.toolDescriptionCharacters}
            required
          />
          <SchemaField name={`tools.${index}.input_schema`} />
          <RemoveButton what="this tool" onClick={() => remove(index)} />
        </fieldset>
      ))}
      <AddButton what="Add custom tool" onClick={() => append(EXAMPLE)} />
    </>
  );
}

function SchemaField({ name }: { readonly name: string }) {
  const text = String((useWatch({ name }) as unknown) ?? '');
  const issue = jsonOf(text) === undefined ? 'Must be valid JSON.' : undefined;
  return <TextField name={name} label="Input (JSON Schema)" issue={issue} required mono rows={5} />;
}
