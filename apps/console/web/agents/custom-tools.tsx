import { Icon } from '../ui/icon.js';
import { LIMITS, type CustomToolDraft } from './agent-draft.js';

interface Props {
  readonly tools: readonly CustomToolDraft[];
  readonly onChange: (tools: readonly CustomToolDraft[]) => void;
}

const EXAMPLE: CustomToolDraft = {
  name: '',
  description: '',
  schema:
    '{\n  "type": "object",\n  "properties": { "order_id": { "type": "string" } },\n  "required": ["order_id"]\n}',
};

/** Tools that the visitor answers: the session waits for the result. */
export function CustomTools({ tools, onChange }: Props) {
  const change = (index: number, part: Partial<CustomToolDraft>) =>
    onChange(tools.map((tool, place) => (place === index ? { ...tool, ...part } : tool)));
  return (
    <>
      {tools.map((tool, index) => (
        <fieldset key={index} className="custom-tool">
          <legend className="visually-hidden">Custom tool {index + 1}</legend>
          <label className="field">
            <span className="label">Name of the tool</span>
            <input
              className="input mono"
              required
              pattern="[A-Za-z0-9_\-]{1,128}"
              title="1 to 128 letters, digits, underscores and hyphens"
              value={tool.name}
              onChange={(event) => change(index, { name: event.target.value })}
            />
          </label>
          <label className="field">
            <span className="label">What it does, for the model</span>
            <input
              className="input"
              required
              maxLength={LIMITS.toolDescription}
              value={tool.description}
              onChange={(event) => change(index, { description: event.target.value })}
            />
          </label>
          <label className="field">
            <span className="label">Its input, as JSON Schema</span>
            <textarea
              className="input mono"
              rows={5}
              value={tool.schema}
              aria-invalid={!isJson(tool.schema)}
              onChange={(event) => change(index, { schema: event.target.value })}
            />
            {!isJson(tool.schema) && <span className="wrong">This is no JSON yet.</span>}
          </label>
          <button
            type="button"
            className="button tiny"
            onClick={() => onChange(tools.filter((_, place) => place !== index))}
          >
            <Icon name="trash" size={16} /> Remove this tool
          </button>
        </fieldset>
      ))}
      <div>
        <button type="button" className="button tiny" onClick={() => onChange([...tools, EXAMPLE])}>
          <Icon name="plus" size={16} /> A custom tool
        </button>
      </div>
    </>
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
