import { SecretField } from '../ui/secret-field.js';
import { SelectField } from '../ui/select-field.js';
import { TextField } from '../ui/text-field.js';
import { AddButton, RemoveButton } from './mcp-servers.js';
import type { RepositoryDraft } from './session-draft.js';

interface Props {
  readonly repositories: readonly RepositoryDraft[];
  readonly onChange: (repositories: readonly RepositoryDraft[]) => void;
}

/** The repositories to clone into a session. */
export function Repositories({ repositories, onChange }: Props) {
  const change = (key: number, part: Partial<RepositoryDraft>) =>
    onChange(
      repositories.map((repository) => (repository.key === key ? { ...repository, ...part } : repository)),
    );
  const add = () => {
    const key = Math.max(0, ...repositories.map((repository) => repository.key)) + 1;
    onChange([...repositories, { key, url: '', checkout: '', ref: '', place: '' }]);
  };
  return (
    <fieldset className="stack tight-stack">
      <legend className="part-head">
        <h3>Repositories</h3>
      </legend>
      {repositories.map((repository, index) => (
        <fieldset key={repository.key} className="part-item">
          <legend className="visually-hidden">Repository {index + 1}</legend>
          <div className="field-pair">
            <TextField
              label="Repository URL"
              value={repository.url}
              type="url"
              required
              onChange={(url) => change(repository.key, { url })}
            />
            <SecretField name={`token-${repository.key}`} label="Access token" />
            <Checkout repository={repository} onChange={(part) => change(repository.key, part)} />
            <TextField
              label="Directory"
              value={repository.place}
              placeholder="/workspace/<repository>"
              mono
              onChange={(place) => change(repository.key, { place })}
            />
          </div>
          <RemoveButton
            what="this repository"
            onClick={() => onChange(repositories.filter(({ key }) => key !== repository.key))}
          />
        </fieldset>
      ))}
      <AddButton what="Add repository" onClick={add} />
    </fieldset>
  );
}

function Checkout(props: {
  readonly repository: RepositoryDraft;
  readonly onChange: (part: Partial<RepositoryDraft>) => void;
}) {
  const { checkout, ref } = props.repository;
  return (
    <>
      <SelectField
        label="Checkout"
        value={checkout}
        onChange={(next) => props.onChange({ checkout: next as RepositoryDraft['checkout'] })}
      >
        <option value="">Default branch</option>
        <option value="branch">Branch</option>
        <option value="commit">Commit</option>
      </SelectField>
      {checkout !== '' && (
        <TextField
          label={checkout === 'branch' ? 'Branch name' : 'Full commit SHA'}
          value={ref}
          required
          mono
          onChange={(next) => props.onChange({ ref: next })}
        />
      )}
    </>
  );
}
