import { useFieldArray, useWatch } from 'react-hook-form';
import { SecretField, SelectField, TextField } from '../ui/fields.js';
import { AddButton, RemoveButton } from './mcp-servers.js';
import type { RepositoryDraft } from './session-draft.js';

const EMPTY: RepositoryDraft = {
  url: '',
  authorization_token: '',
  checkout: { type: '', name: '', sha: '' },
  mount_path: null,
};

/** The repositories to clone into a session. */
export function Repositories() {
  const { fields, append, remove } = useFieldArray({ name: 'resources' });
  return (
    <fieldset className="stack tight-stack">
      <legend className="part-head">
        <h3>Repositories</h3>
      </legend>
      {fields.map(({ id }, index) => (
        <fieldset key={id} className="part-item">
          <legend className="visually-hidden">Repository {index + 1}</legend>
          <div className="field-pair">
            <TextField name={`resources.${index}.url`} label="Repository URL" type="url" required />
            <SecretField name={`resources.${index}.authorization_token`} label="Access token" />
            <Checkout name={`resources.${index}.checkout`} />
            <TextField
              name={`resources.${index}.mount_path`}
              label="Directory"
              placeholder="/workspace/<repository>"
              isNullable
              mono
            />
          </div>
          <RemoveButton what="this repository" onClick={() => remove(index)} />
        </fieldset>
      ))}
      <AddButton what="Add repository" onClick={() => append(EMPTY)} />
    </fieldset>
  );
}

function Checkout({ name }: { readonly name: string }) {
  const type = useWatch({ name: `${name}.type` }) as RepositoryDraft['checkout']['type'];
  return (
    <>
      <SelectField name={`${name}.type`} label="Checkout">
        <option value="">Default branch</option>
        <option value="branch">Branch</option>
        <option value="commit">Commit</option>
      </SelectField>
      {type === 'branch' && <TextField name={`${name}.name`} label="Branch name" required mono />}
      {type === 'commit' && <TextField name={`${name}.sha`} label="Full commit SHA" required mono />}
    </>
  );
}
