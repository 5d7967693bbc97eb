import { useState, type FormEvent } from 'react';
import { userProfileLimits, type UserProfile, type UserProfileRelationship } from '@parlance/schemas';
import { api, call } from '../api.js';
import { useAction } from '../ui/action.js';
import { FormEnd } from '../ui/form-end.js';
import { SelectField } from '../ui/select-field.js';
import { TextField } from '../ui/text-field.js';
import { useIssues } from './use-issues.js';

interface Props {
  /** The profile to edit. Undefined creates a new one. */
  readonly profile: UserProfile | undefined;
  readonly onSaved: (profile: UserProfile) => Promise<unknown>;
  readonly onCancel: () => void;
}

const RELATIONSHIPS: Readonly<Record<UserProfileRelationship, string>> = {
  external: 'End user',
  resold: 'Company you resell access to',
  internal: 'Internal use',
};

/** Form for a new user profile, or for editing one. */
export function ProfileForm({ profile, onSaved, onCancel }: Props) {
  const [name, setName] = useState(profile?.name ?? '');
  const [externalId, setExternalId] = useState(profile?.external_id ?? '');
  const [relationship, setRelationship] = useState(
    (profile?.relationship ?? 'external') as UserProfileRelationship,
  );
  const { busy, problem, run } = useAction();
  const params = { name: name || null, external_id: externalId || null, relationship };
  const issues = useIssues('userProfiles.create', params);
  const title = profile === undefined ? 'New user profile' : 'Edit user profile';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () =>
      onSaved(
        profile === undefined
          ? await call(api.profiles.create, params)
          : await call(api.profiles.update, { ...params, id: profile.id }),
      ),
    );
  };
  return (
    <form className="card detail" aria-label={title} onSubmit={submit}>
      <h2>{title}</h2>
      <SelectField
        label="Relationship"
        value={relationship}
        onChange={(next) => setRelationship(next as UserProfileRelationship)}
      >
        {Object.entries(RELATIONSHIPS).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Name"
        value={name}
        limit={userProfileLimits.nameCharacters}
        issue={issues.get('name')}
        required={relationship === 'resold'}
        onChange={setName}
      />
      <TextField
        label="External ID"
        value={externalId}
        limit={userProfileLimits.externalIdCharacters}
        issue={issues.get('external_id')}
        mono
        onChange={setExternalId}
      />
      <FormEnd
        action={profile === undefined ? 'Create' : 'Save'}
        busy={busy}
        problem={problem}
        onCancel={onCancel}
      />
    </form>
  );
}
