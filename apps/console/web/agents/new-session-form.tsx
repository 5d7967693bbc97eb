import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { api, call, query, upload } from '../api.js';
import { useAction } from '../ui/action.js';
import { FormEnd } from '../ui/form-end.js';
import { formatBytes } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { fieldOf } from '../ui/secret-field.js';
import { SelectField } from '../ui/select-field.js';
import { TextField } from '../ui/text-field.js';
import { Repositories } from './repositories.js';
import { paramsOf, placeOf, repositoryParams, type SessionDraft } from './session-draft.js';
import { StoreChoices } from './store-choices.js';

interface Props {
  /** ID of the preselected agent, or an empty string for none. */
  readonly agentId: string;
  readonly onCreated: (id: string) => void;
  readonly onCancel: () => void;
}

/** Form that starts a session of an agent, with files, repositories, memory stores and vaults. */
export function NewSessionForm({ agentId, onCreated, onCancel }: Props) {
  const [draft, setDraft] = useState<SessionDraft>({
    agentId,
    title: '',
    environmentId: '',
    vaultIds: [],
    stores: [],
    repositories: [],
    files: [],
  });
  const change = (part: Partial<SessionDraft>) => setDraft({ ...draft, ...part });
  const { busy, problem, run } = useAction();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    void run(async () => onCreated((await create(draft, form)).id));
  };
  return (
    <form className="card detail" aria-label="New session" onSubmit={submit}>
      <h2>New session</h2>
      <AgentChoice draft={draft} onChange={change} />
      <TextField label="Title" value={draft.title} onChange={(title) => change({ title })} />
      <EnvironmentChoice draft={draft} onChange={change} />
      <Files files={draft.files} onChange={(files) => change({ files })} />
      <Repositories repositories={draft.repositories} onChange={(repositories) => change({ repositories })} />
      <StoreChoices stores={draft.stores} onChange={(stores) => change({ stores })} />
      <VaultChoices draft={draft} onChange={change} />
      <FormEnd
        action="Start session"
        busy={busy}
        problem={problem}
        isIncomplete={draft.agentId === ''}
        isSticky
        onCancel={onCancel}
      />
    </form>
  );
}

/** Uploads the files, then creates the session with them. */
async function create(draft: SessionDraft, form: HTMLFormElement) {
  const params = paramsOf(draft);
  const files = await Promise.all(
    draft.files.map(async (file) => ({
      type: 'file' as const,
      file_id: (await upload(file)).id,
      mount_path: placeOf(file.name),
    })),
  );
  const repositories = draft.repositories.map((repository) =>
    repositoryParams(repository, fieldOf(form, `token-${repository.key}`)),
  );
  return call(api.sessions.create, {
    ...params,
    resources: [...files, ...repositories, ...(params.resources ?? [])],
  });
}

interface ChoiceProps {
  readonly draft: SessionDraft;
  readonly onChange: (part: Partial<SessionDraft>) => void;
}

function AgentChoice({ draft, onChange }: ChoiceProps) {
  const { data: agents } = useQuery(query(api.agents.list, { archived: false }));
  return (
    <SelectField
      label="Agent"
      required
      value={draft.agentId}
      hint="The session keeps using this version, even if the agent changes."
      onChange={(next) => onChange({ agentId: next })}
    >
      <option value="">Select an agent</option>
      {agents?.map(({ id, name, version }) => (
        <option key={id} value={id}>
          {name}, version {version}
        </option>
      ))}
    </SelectField>
  );
}

/** Selects an environment. Hidden while there are fewer than two. */
function EnvironmentChoice({ draft, onChange }: ChoiceProps) {
  const { data: environments } = useQuery(query(api.sessions.environments));
  if (environments === undefined || environments.length < 2) return null;
  return (
    <SelectField
      label="Environment"
      value={draft.environmentId}
      onChange={(next) => onChange({ environmentId: next })}
    >
      {environments.map(({ id, name }, index) => (
        <option key={id} value={index === 0 ? '' : id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

function Files(props: {
  readonly files: readonly File[];
  readonly onChange: (files: readonly File[]) => void;
}) {
  const { files, onChange } = props;
  return (
    <fieldset className="stack tight-stack">
      <legend className="part-head">
        <h3>Files</h3>
      </legend>
      {files.length > 0 && (
        <ul className="row" aria-label="Files">
          {files.map((file) => (
            <li key={file.name} className="chip resource">
              <Icon name="file" size={14} /> <span className="truncate">{file.name}</span>{' '}
              {formatBytes(file.size)}
              <button
                type="button"
                className="button quiet icon small-icon"
                aria-label={`Remove ${file.name}`}
                onClick={() => onChange(files.filter((known) => known !== file))}
              >
                <Icon name="close" size={14} />
              </button>
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

function VaultChoices({ draft: { vaultIds }, onChange }: ChoiceProps) {
  const { data: vaults } = useQuery(query(api.vaults.list, { archived: false }));
  if (vaults === undefined || vaults.length === 0) return null;
  const toggle = (id: string) =>
    onChange({
      vaultIds: vaultIds.includes(id) ? vaultIds.filter((known) => known !== id) : [...vaultIds, id],
    });
  return (
    <fieldset>
      <legend className="part-head">
        <h3>Vaults</h3>
      </legend>
      {vaults.map(({ id, display_name }) => (
        <label key={id} className="check">
          <input type="checkbox" checked={vaultIds.includes(id)} onChange={() => toggle(id)} />
          {display_name}
        </label>
      ))}
    </fieldset>
  );
}
