import { useQuery } from '@tanstack/react-query';
import { SessionCreateParamsSchema } from '@parlance/schemas/validation';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import * as z from 'zod';
import { upload } from '../api.js';
import { managedAgents } from '../sdk/managed-agents.js';
import { IconButton } from '../ui/button.js';
import { TextField } from '../ui/fields.js';
import { SelectField } from '../ui/select-field.js';
import { Form } from '../ui/form.js';
import { formatBytes } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { Repositories } from './repositories.js';
import { agentList, vaultList } from './lists.js';
import { paramsOf, placeOf, type NewSession, type SessionDraft } from './session-draft.js';
import { StoreChoices } from './store-choices.js';

interface Props {
  /** ID of the preselected agent, or an empty string for none. */
  readonly agentId: string;
  readonly onCreated: (id: string) => void;
  readonly onCancel: () => void;
}

const schema = SessionCreateParamsSchema.extend({ environment_id: z.string().min(1).optional() });

/** Form that starts a session of an agent, with files, repositories, memory stores and vaults. */
export function NewSessionForm({ agentId, onCreated, onCancel }: Props) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const initial: SessionDraft = {
    agent: agentId,
    title: null,
    environment_id: '',
    vault_ids: [],
    resources: [],
    stores: [],
  };
  return (
    <Form
      className="card detail"
      label="New session"
      draft={`new session ${agentId}`}
      initial={initial}
      schema={schema}
      paramsOf={paramsOf}
      action="Start session"
      isSticky
      onSubmit={async (params) => onCreated((await create(params, files)).id)}
      onCancel={onCancel}
    >
      <h2>New session</h2>
      <AgentChoice />
      <TextField name="title" label="Title" isNullable />
      <EnvironmentChoice />
      <Files files={files} onChange={setFiles} />
      <Repositories />
      <StoreChoices />
      <VaultChoices />
    </Form>
  );
}

/** Uploads the files, then creates the session with them. */
async function create(params: NewSession, files: readonly File[]) {
  const uploaded = await Promise.all(
    files.map(async (file) => ({
      type: 'file' as const,
      file_id: (await upload(file)).id,
      mount_path: placeOf(file.name),
    })),
  );
  const environment_id = params.environment_id ?? (await firstEnvironment());
  const resources = [...uploaded, ...(params.resources ?? [])];
  return managedAgents.sessions.create({ ...params, environment_id, resources });
}

/** Name of the environment that is created if the organization has none. */
const ENVIRONMENT = 'Parlance console';

async function firstEnvironment(): Promise<string> {
  const { environments } = managedAgents;
  const [first] = (await environments.list({ limit: 1 })).data;
  return (first ?? (await environments.create({ name: ENVIRONMENT }))).id;
}

function AgentChoice() {
  const { data: agents } = useQuery(agentList());
  return (
    <SelectField
      name="agent"
      label="Agent"
      hint="The session keeps using this version, even if the agent changes."
      none="Select an agent"
      options={(agents ?? []).map(({ id, name, version }) => [id, `${name}, version ${version}`])}
    />
  );
}

/** Selects an environment. Hidden while there are fewer than two. */
function EnvironmentChoice() {
  const { data: environments } = useQuery({
    queryKey: ['environments.list'],
    queryFn: ({ signal }) => Array.fromAsync(managedAgents.environments.list({ limit: 100 }, { signal })),
  });
  if (environments === undefined || environments.length < 2) return null;
  return (
    <SelectField
      name="environment_id"
      label="Environment"
      options={environments.map(({ id, name }, index) => [index === 0 ? '' : id, name])}
    />
  );
}

function Files(props: {
  readonly files: readonly File[];
  readonly onChange: (files: readonly File[]) => void;
}) {
  const { files, onChange } = props;
  return (
    <fieldset className="stack tight-stack">
      <legend className="row part-head">
        <h3>Files</h3>
      </legend>
      {files.length > 0 && (
        <ul className="row" aria-label="Files">
          {files.map((file) => (
            <li key={file.name} className="chip resource">
              <Icon name="file" size={14} /> <span className="truncate">{file.name}</span>{' '}
              {formatBytes(file.size)}
              <IconButton
                icon="close"
                label={`Remove ${file.name}`}
                isSmall
                onClick={() => onChange(files.filter((known) => known !== file))}
              />
            </li>
          ))}
        </ul>
      )}
      <div>
        <label className="button tiny">
          <Icon name="clip" size={16} /> Add files
          <input
            type="file"
            multiple
            className="visually-hidden"
            onChange={({ target }) => {
              const added = [...(target.files ?? [])];
              const names = new Set(added.map(({ name }) => name));
              onChange([...files.filter(({ name }) => !names.has(name)), ...added]);
              target.value = '';
            }}
          />
        </label>
      </div>
    </fieldset>
  );
}

function VaultChoices() {
  const { data: vaults } = useQuery(vaultList());
  const { register } = useFormContext();
  if (vaults === undefined || vaults.length === 0) return null;
  return (
    <fieldset>
      <legend className="row part-head">
        <h3>Vaults</h3>
      </legend>
      {vaults.map(({ id, display_name }) => (
        <label key={id} className="check">
          <input type="checkbox" value={id} {...register('vault_ids')} />
          {display_name}
        </label>
      ))}
    </fieldset>
  );
}
