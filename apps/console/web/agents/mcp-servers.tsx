import { agentLimits } from '@parlance/schemas';
import { FieldList } from '../ui/field-list.js';
import { TextField } from '../ui/fields.js';
import type { ServerDraft } from './agent-draft.js';
import { ServerTools } from './toolset-form.js';

/** Draft of a new server. Its tools need approval, which is the service's default. */
const EMPTY: ServerDraft = { name: '', url: '', tools: { others: 'ask', settings: [] } };

/** The MCP servers of the agent. Credentials for them come from the session's vaults. */
export function McpServers() {
  return (
    <FieldList name="mcp_servers" what="MCP server" empty={EMPTY}>
      {(path, index) => (
        <>
          <div className="columns field-pair">
            <TextField
              name={`${path}.name`}
              label="Server name"
              limit={agentLimits.mcpServerNameCharacters}
              required
            />
            <TextField
              name={`${path}.url`}
              label="Server URL"
              placeholder="https://mcp.example.com"
              required
            />
          </div>
          <ServerTools name={`mcp_servers.${index}.tools`} />
        </>
      )}
    </FieldList>
  );
}
