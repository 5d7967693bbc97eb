import { useWatch } from 'react-hook-form';
import { FieldList } from '../ui/field-list.js';
import { SecretField, TextField } from '../ui/fields.js';
import { SelectField } from '../ui/select-field.js';
import type { RepositoryDraft } from './session-draft.js';

const EMPTY: RepositoryDraft = {
  url: '',
  authorization_token: '',
  checkout: { type: '', name: '', sha: '' },
  mount_path: null,
};

/** The repositories to clone into a session. */
export function Repositories() {
  return (
    <fieldset className="stack tight-stack">
      <legend className="row part-head">
        <h3>Repositories</h3>
      </legend>
      <FieldList name="resources" what="repository" empty={EMPTY}>
        {(path) => (
          <div className="columns field-pair">
            <TextField name={`${path}.url`} label="Repository URL" type="url" required />
            <SecretField name={`${path}.authorization_token`} label="Access token" />
            <Checkout name={`${path}.checkout`} />
            <TextField
              name={`${path}.mount_path`}
              label="Directory"
              placeholder="/workspace/<repository>"
              isNullable
              mono
            />
          </div>
        )}
      </FieldList>
    </fieldset>
  );
}

function Checkout({ name }: { readonly name: string }) {
  const type = useWatch({ name: `${name}.type` }) as RepositoryDraft['checkout']['type'];
  return (
    <>
      <SelectField
        name={`${name}.type`}
        label="Checkout"
        none="Default branch"
        options={{ branch: 'Branch', commit: 'Commit' }}
      />
      {type === 'branch' && <TextField name={`${name}.name`} label="Branch name" required mono />}
      {type === 'commit' && <TextField name={`${name}.sha`} label="Full commit SHA" required mono />}
    </>
  );
}
