import { agentLimits } from '@parlance/schemas';
import { useWatch } from 'react-hook-form';
import { FieldList } from '../ui/field-list.js';
import { TextField } from '../ui/fields.js';
import { jsonOf } from '../ui/json.js';
import type { CustomToolDraft } from './agent-draft.js';

const EXAMPLE: CustomToolDraft = {
  name: '',
  description: '',
  input_schema:
    '{\n  "type": "object",\n  "properties": { "order_id": { "type": "string" } },\n  "required": ["order_id"]\n}',
};

/** Custom tools. The session waits until the user provides their results. */
export function CustomTools() {
  return (
    <FieldList name="tools" what="custom tool" empty={EXAMPLE}>
      {(path) => (
        <>
          <TextField
            name={`${path}.name`}
            label="Tool name"
            limit={agentLimits.toolNameCharacters}
            required
            mono
          />
          <TextField
            name={`${path}.description`}
            label="Description for the model"
            limit={agentLimits.toolDescriptionCharacters}
            required
          />
          <SchemaField name={`${path}.input_schema`} />
        </>
      )}
    </FieldList>
  );
}

function SchemaField({ name }: { readonly name: string }) {
  const text = String((useWatch({ name }) as unknown) ?? '');
  const issue = jsonOf(text) === undefined ? 'Must be valid JSON.' : undefined;
  return <TextField name={name} label="Input (JSON Schema)" issue={issue} required mono rows={5} />;
}
