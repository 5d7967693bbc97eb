import { builtInToolNames } from '@parlance/schemas';
import { useFieldArray, useWatch } from 'react-hook-form';
import { Button, IconButton } from '../ui/button.js';
import { TextField } from '../ui/fields.js';
import { SelectField } from '../ui/select-field.js';
import type { AgentDraft } from './agent-draft.js';
import { USES, type ToolUse } from './toolset-draft.js';

/** Selects the permissions of the built-in tools. */
export function BuiltInTools() {
  const others = useWatch<AgentDraft, 'builtInTools.others'>({ name: 'builtInTools.others' });
  return (
    <div className="columns tool-uses">
      {builtInToolNames.map((name) => (
        <UseSelect key={name} name={`builtInTools.uses.${name}`} label={name} isCode fallback={others} />
      ))}
      <UseSelect name="builtInTools.others" label="Default" />
    </div>
  );
}

/** Selects the permissions of an MCP server's tools. They are typed by name, because they are unknown until it runs. */
export function ServerTools({ name }: { readonly name: `mcp_servers.${number}.tools` }) {
  const { fields, append, remove } = useFieldArray<AgentDraft, `${typeof name}.settings`>({
    name: `${name}.settings`,
  });
  const settings = useWatch<AgentDraft, `${typeof name}.settings`>({ name: `${name}.settings` });
  return (
    <div className="stack tight-stack">
      <UseSelect name={`${name}.others`} label="All tools" />
      {fields.map(({ id }, index) => {
        const tool = settings[index]?.name || `tool ${index + 1}`;
        return (
          <div key={id} className="row">
            <TextField
              name={`${name}.settings.${index}.name`}
              label={`Name of tool ${index + 1}`}
              placeholder="create_issue"
              required
              mono
              isBare
            />
            <UseSelect name={`${name}.settings.${index}.use`} label={`Permission of ${tool}`} isBare />
            <IconButton icon="close" label={`Remove ${tool}`} isSmall onClick={() => remove(index)} />
          </div>
        );
      })}
      <div>
        <Button size="tiny" icon="plus" onClick={() => append({ name: '', use: 'allow' })}>
          Add exception
        </Button>
      </div>
    </div>
  );
}

interface UseProps {
  readonly name: string;
  readonly label: string;
  /** Permission of a tool without its own. If omitted, a permission must be selected. */
  readonly fallback?: ToolUse;
  readonly isCode?: boolean;
  readonly isBare?: boolean;
}

function UseSelect({ name, label, fallback, isCode = false, isBare = false }: UseProps) {
  return (
    <div className="row spread use">
      {!isBare && (isCode ? <code>{label}</code> : <span className="small">{label}</span>)}
      <SelectField
        name={name}
        label={label}
        isBare
        none={fallback === undefined ? undefined : `Default: ${USES[fallback]}`}
        options={USES}
      />
    </div>
  );
}
