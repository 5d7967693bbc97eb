import { agentLimits } from '@parlance/schemas';
import { TextField } from '../ui/text-field.js';
import { jsonOf, type CustomToolDraft } from './agent-draft.js';
import { AddButton, RemoveButton } from './mcp-servers.js';
import type { Issues } from './use-issues.js';

interface Props {
  readonly tools: readonly CustomToolDraft[];
  /** Index of the first custom tool among all tools of the agent. */
  readonly firstIndex: number;
  readonly issues: Issues;
  readonly onChange: (tools: readonly CustomToolDraft[]) => void;
}

const EXAMPLE: CustomToolDraft = {
  name: '',
  description: '',
  schema:
    '{\n  "type": "object",\n  "properties": { "order_id": { "type": "string" } },\n  "required": ["order_id"]\n}',
};

/** Custom tools. The session waits until the user provides their results. */
export function CustomTools({ tools, firstIndex, issues, onChange }: Props) {
  const change = (index: number, part: Partial<CustomToolDraft>) =>
    onChange(tools.map((tool, place) => (place === index ? { ...tool, ...part } : tool)));
  return (
    <>
      {tools.map((tool, index) => {
        const path = `tools.${firstIndex + index}`;
        return (
          <fieldset key={index} className="part-item">
            <legend className="visually-hidden">Custom tool {index + 1}</legend>
            <TextField
              label="Tool name"
              value={tool.name}
              limit={agentLimits.toolNameCharacters}
              issue={issues.get(`${path}.name`)}
              required
              mono
              onChange={(name) => change(index, { name })}
            />
            <TextField
              label="Description for the model"
              value={tool.description}
              limit={agentLimits.toolDescriptionCharacters}
              issue={issues.get(`${path}.description`)}
              required
              onChange={(description) => change(index, { description })}
            />
            <TextField
              label="Input (JSON Schema)"
              value={tool.schema}
              issue={
                jsonOf(tool.schema) === undefined
                  ? 'Must be valid JSON.'
                  : (issues.get(`${path}.input_schema`) ?? issues.get(`${path}.input_schema.type`))
              }
              required
              mono
              rows={5}
              onChange={(schema) => change(index, { schema })}
            />
            <RemoveButton
              what="this tool"
              onClick={() => onChange(tools.filter((_, place) => place !== index))}
            />
          </fieldset>
        );
      })}
      <AddButton what="Add custom tool" onClick={() => onChange([...tools, EXAMPLE])} />
    </>
  );
}
