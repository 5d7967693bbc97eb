import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserProfile, UserProfileEnrollmentUrl } from '@parlance/schemas';
import { UserProfileCreateParamsSchema } from '@parlance/schemas/validation';
import { managedAgents } from '../sdk/managed-agents.js';
import { useAction } from '../ui/action.js';
import { Button } from '../ui/button.js';
import { Facts } from '../ui/facts.js';
import { formatDay, formatTime, words } from '../ui/format.js';
import { ProblemNotice } from '../ui/notice.js';
import { ResourcePage, type DetailProps, type ItemFormProps, type Resource } from '../ui/resource-page.js';
import { SchemaForm } from '../ui/schema-form.js';
import { StatusChip } from '../ui/status.js';

const PROFILES: Resource<UserProfile> = {
  noun: 'profile',
  what: 'user profile',
  icon: 'person',
  purpose:
    'A profile identifies who your platform makes requests for: an end user, a company or your own team.',
  useItems: () =>
    useQuery({
      queryKey: ['userProfiles.list'],
      queryFn: ({ signal }) => Array.fromAsync(managedAgents.userProfiles.list({ limit: 100 }, { signal })),
    }),
  isEditable: true,
  titleOf: ({ name, external_id, id }) => name ?? external_id ?? id,
  belowOf: ({ relationship, external_id }) => (
    <>
      <span className="chip">{relationship}</span> {external_id}
    </>
  ),
  subtitleOf: ({ relationship, created_at }) => `${relationship} · created ${formatDay(created_at)}`,
  ItemForm: ProfileForm,
  Detail: ProfileDetail,
};

/** User profiles, which identify on whose behalf a platform calls the service. */
export function ProfilesTab() {
  return <ResourcePage resource={PROFILES} />;
}

const RELATIONSHIPS = {
  external: 'End user',
  resold: 'Company you resell access to',
  internal: 'Internal use',
};

function ProfileForm({ item, onSaved, onCancel }: ItemFormProps<UserProfile>) {
  const { name = null, external_id = null, relationship = 'external' } = item ?? {};
  return (
    <SchemaForm
      title={item === undefined ? 'New user profile' : 'Edit user profile'}
      draft={`profile ${item?.id ?? 'new'}`}
      initial={{ name, external_id, relationship }}
      schema={UserProfileCreateParamsSchema}
      shown={{
        relationship: { label: 'Relationship', options: RELATIONSHIPS },
        name: { label: 'Name' },
        external_id: { label: 'External ID', mono: true },
      }}
      action={item === undefined ? 'Create' : 'Save'}
      onSubmit={async (params) => {
        const { userProfiles } = managedAgents;
        await onSaved(
          await (item === undefined ? userProfiles.create(params) : userProfiles.update(item.id, params)),
        );
      }}
      onCancel={onCancel}
    />
  );
}

function ProfileDetail({ item: profile, head }: DetailProps<UserProfile>) {
  const [enrollment, setEnrollment] = useState<UserProfileEnrollmentUrl>();
  const { busy, problem, run } = useAction();
  const enroll = () =>
    void run(async () => setEnrollment(await managedAgents.userProfiles.createEnrollmentUrl(profile.id)));
  const grants = Object.entries(profile.trust_grants);
  return (
    <>
      {head(
        <Button size="tiny" kind="primary" disabled={busy} onClick={enroll}>
          Create enrollment link
        </Button>,
      )}
      {problem !== undefined && <ProblemNotice problem={problem} />}
      {enrollment !== undefined && (
        <div className="part-item" role="status">
          <p>
            Anyone with this link can enroll until {formatTime(enrollment.expires_at)}. It won’t be shown
            again.
          </p>
          <code className="secret-url">{enrollment.url}</code>
        </div>
      )}
      <Facts
        of={[
          ['ID', <code>{profile.id}</code>],
          ['External ID', profile.external_id && <code>{profile.external_id}</code>],
          [
            'Trust grants',
            grants.length === 0 ? (
              'None'
            ) : (
              <span className="row">
                {grants.map(([name, { status }]) => (
                  <span key={name}>
                    {words(name)} <StatusChip of="grant" is={status} />
                  </span>
                ))}
              </span>
            ),
          ],
        ]}
      />
    </>
  );
}
