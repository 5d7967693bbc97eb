import { agentLimits } from '@parlance/schemas';
import { useFieldArray } from 'react-hook-form';
import { Button } from '../ui/button.js';
import { TextField } from '../ui/fields.js';
import type { ServerDraft } from './agent-draft.js';
import { ServerTools } from './toolset-form.js';

/** Draft of a new server. Its tools need approval, which is the service's default. */
const EMPTY: ServerDraft = { name: '', url: '', tools: { others: 'ask', settings: [] } };

/** The MCP servers of the agent. Credentials for them come from the session's vaults. */
export function McpServers() {
  const { fields, append, remove } = useFieldArray({ name: 'mcp_servers' });
  return (
    <>
      {fields.map(({ id }, index) => (
        <fieldset key={id} className="part-item">
          <legend className="visually-hidden">MCP server {index + 1}</legend>
          <div className="field-pair">
            <TextField
              name={`mcp_servers.${index}.name`}
              label="Server name"
              limit={agentLimits.mcpServerNameCharacters}
              required
            />
            <TextField
              name={`mcp_servers.${index}.url`}
              label="Server URL"
              placeholder="https://mcp.example.com"
              required
            />
          </div>
          <ServerTools name={`mcp_servers.${index}.tools`} />
          <RemoveButton what="this server" onClick={() => remove(index)} />
        </fieldset>
      ))}
      <AddButton what="Add MCP server" onClick={() => append(EMPTY)} />
    </>
  );
}

/** Button that adds an item to a part of the form. */
export function AddButton({ what, onClick }: { readonly what: string; readonly onClick: () => void }) {
  return (
    <div>
      <Button look="tiny" icon="plus" onClick={onClick}>
        {what}
      </Button>
    </div>
  );
}

/** Button that removes an item from a part of the form. */
export function RemoveButton({ what, onClick }: { readonly what: string; readonly onClick: () => void }) {
  return (
    <div>
      <Button look="tiny quiet" icon="trash" onClick={onClick}>
        Remove {what}
      </Button>
    </div>
  );
}
