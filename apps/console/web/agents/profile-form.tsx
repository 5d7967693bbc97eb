import { userProfileLimits, type UserProfile, type UserProfileRelationship } from '@parlance/schemas';
import { UserProfileCreateParamsSchema } from '@parlance/schemas/validation';
import { managedAgents } from '../sdk/managed-agents.js';
import { SelectField, TextField } from '../ui/fields.js';
import { Form } from '../ui/form.js';
import { Options } from '../ui/options.js';

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
  const title = profile === undefined ? 'New user profile' : 'Edit user profile';
  return (
    <Form
      className="card detail"
      label={title}
      draft={`profile ${profile?.id ?? 'new'}`}
      initial={{
        name: profile?.name ?? null,
        external_id: profile?.external_id ?? null,
        relationship: profile?.relationship ?? 'external',
      }}
      schema={UserProfileCreateParamsSchema}
      action={profile === undefined ? 'Create' : 'Save'}
      onSubmit={async (params) =>
        onSaved(
          profile === undefined
            ? await managedAgents.userProfiles.create(params)
            : await managedAgents.userProfiles.update(profile.id, params),
        )
      }
      onCancel={onCancel}
    >
      <h2>{title}</h2>
      <SelectField name="relationship" label="Relationship">
        <Options of={Object.entries(RELATIONSHIPS)} />
      </SelectField>
      <TextField name="name" label="Name" limit={userProfileLimits.nameCharacters} isNullable />
      <TextField
        name="external_id"
        label="External ID"
        limit={userProfileLimits.externalIdCharacters}
        isNullable
        mono
      />
    </Form>
  );
}
