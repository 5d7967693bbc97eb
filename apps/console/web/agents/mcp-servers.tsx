import { agentLimits } from '@parlance/schemas';
import { Icon } from '../ui/icon.js';
import { TextField } from '../ui/text-field.js';
import type { ServerDraft } from './agent-draft.js';
import { ServerTools } from './toolset-form.js';
import type { Issues } from './use-issues.js';

interface Props {
  readonly servers: readonly ServerDraft[];
  readonly issues: Issues;
  readonly onChange: (servers: readonly ServerDraft[]) => void;
}

/** Draft of a new server. Its tools need approval, which is the service's default. */
const EMPTY: ServerDraft = { name: '', url: '', tools: { others: 'ask', settings: [] } };

/** The MCP servers of the agent. Credentials for them come from the session's vaults. */
export function McpServers({ servers, issues, onChange }: Props) {
  const change = (index: number, part: Partial<ServerDraft>) =>
    onChange(servers.map((server, at) => (at === index ? { ...server, ...part } : server)));
  return (
    <>
      {servers.map((server, index) => (
        <fieldset key={index} className="part-item">
          <legend className="visually-hidden">MCP server {index + 1}</legend>
          <div className="field-pair">
            <TextField
              label="Server name"
              value={server.name}
              limit={agentLimits.mcpServerNameCharacters}
              issue={issues.get(`mcp_servers.${index}.name`)}
              required
              onChange={(name) => change(index, { name })}
            />
            <TextField
              label="Server URL"
              value={server.url}
              issue={issues.get(`mcp_servers.${index}.url`)}
              placeholder="https://mcp.example.com"
              required
              onChange={(url) => change(index, { url })}
            />
          </div>
          <ServerTools toolset={server.tools} onChange={(tools) => change(index, { tools })} />
          <RemoveButton
            what="this server"
            onClick={() => onChange(servers.filter((_, place) => place !== index))}
          />
        </fieldset>
      ))}
      <AddButton what="Add MCP server" onClick={() => onChange([...servers, EMPTY])} />
    </>
  );
}

/** Button that adds an item to a part of the form. */
export function AddButton({ what, onClick }: { readonly what: string; readonly onClick: () => void }) {
  return (
    <div>
      <button type="button" className="button tiny" onClick={onClick}>
        <Icon name="plus" size={16} /> {what}
      </button>
    </div>
  );
}

/** Button that removes an item from a part of the form. */
export function RemoveButton({ what, onClick }: { readonly what: string; readonly onClick: () => void }) {
  return (
    <div>
      <button type="button" className="button tiny quiet" onClick={onClick}>
        <Icon name="trash" size={16} /> Remove {what}
      </button>
    </div>
  );
}
