import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { agentLimits, countAgentTools, type Agent } from '@parlance/schemas';
import { AgentCreateParamsSchema } from '@parlance/schemas/validation';
import { modelList } from '../sdk/models.js';
import { managedAgents } from '../sdk/managed-agents.js';
import { TextField } from '../ui/fields.js';
import { SelectField } from '../ui/select-field.js';
import { Form } from '../ui/form.js';
import type { ItemFormProps } from '../ui/resource-page.js';
import { draftOf, fieldOf, paramsOf, type AgentDraft } from './agent-draft.js';
import { CustomTools } from './custom-tools.js';
import { McpServers } from './mcp-servers.js';
import { Meter } from './meter.js';
import { Roster } from './roster.js';
import { Skills } from './skills.js';
import { BuiltInTools } from './toolset-form.js';

/** Form for a new agent or a new version of one. Limits and validation issues are shown while typing. */
export function AgentForm({ item: shown, onSaved, onCancel }: ItemFormProps<Agent>) {
  // A newer version that is loaded while a person types must not be overwritten. The service rejects the older one.
  const [agent] = useState(shown);
  return (
    <Form
      className="card detail"
      label={agent === undefined ? 'New agent' : `Edit ${agent.name}`}
      draft={agent === undefined ? 'new agent' : `${agent.id} version ${agent.version}`}
      initial={draftOf(agent)}
      schema={AgentCreateParamsSchema}
      paramsOf={paramsOf}
      fieldOf={fieldOf}
      action={agent === undefined ? 'Create' : 'Save as new version'}
      isSticky
      onSubmit={async (params) =>
        onSaved(
          agent === undefined
            ? await managedAgents.agents.create(params)
            : await managedAgents.agents.update(agent.id, { ...params, version: agent.version }),
        )
      }
      onCancel={onCancel}
    >
      <h2>{agent === undefined ? 'New agent' : `Version ${agent.version + 1} of ${agent.name}`}</h2>
      <Basics />
      <Tools />
      <Part title="MCP servers" name="mcp_servers" limit={agentLimits.mcpServers}>
        <McpServers />
      </Part>
      <Part title="Skills" name="skills" limit={agentLimits.skills}>
        <Skills />
      </Part>
      <Part title="Coordinator" name="roster" limit={agentLimits.rosterAgents}>
        <Roster owner={agent} />
      </Part>
    </Form>
  );
}

function Basics() {
  const { data: models } = useQuery(modelList);
  const model = useWatch<AgentDraft, 'model.id'>({ name: 'model.id' });
  return (
    <>
      <TextField name="name" label="Name" limit={agentLimits.nameCharacters} required />
      <div className="columns field-pair">
        <SelectField
          name="model.id"
          label="Model"
          options={models?.map(({ id, display_name }) => [id, display_name] as const) ?? [[model, model]]}
        />
        <SelectField
          name="model.speed"
          label="Speed"
          options={{ standard: 'Standard', fast: 'Fast (costs more)' }}
        />
      </div>
      <TextField
        name="description"
        label="Description"
        limit={agentLimits.descriptionCharacters}
        isNullable
      />
      <TextField
        name="system"
        label="System prompt"
        limit={agentLimits.systemCharacters}
        rows={5}
        isNullable
      />
    </>
  );
}

function Tools() {
  const draft = useWatch<AgentDraft>() as AgentDraft;
  return (
    <fieldset className="stack">
      <legend className="row part-head">
        <h3>Tools</h3> <Meter count={countAgentTools(paramsOf(draft).tools)} limit={agentLimits.tools} />
      </legend>
      <BuiltInTools />
      <CustomTools />
    </fieldset>
  );
}

interface PartProps {
  readonly title: string;
  readonly name: 'mcp_servers' | 'skills' | 'roster';
  readonly limit: number;
  readonly children: ReactNode;
}

/** An optional part of the form, collapsed while it is empty. */
function Part({ title, name, limit, children }: PartProps) {
  const { length } = useWatch<AgentDraft, typeof name>({ name });
  const [isOpen, setOpen] = useState(length > 0);
  return (
    <details className="part" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h3>{title}</h3> <Meter count={length} limit={limit} />
      </summary>
      <div className="stack">{children}</div>
    </details>
  );
}
