import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserProfile, UserProfileEnrollmentUrl } from '@parlance/schemas';
import { managedAgents } from '../sdk/managed-agents.js';
import { useAction } from '../ui/action.js';
import { Button } from '../ui/button.js';
import { Facts } from '../ui/facts.js';
import { formatDay, formatTime, words } from '../ui/format.js';
import { ProblemNotice } from '../ui/notice.js';
import { Pending } from '../ui/pending.js';
import { useView } from '../ui/view.js';
import { DetailHead, Panes } from '../ui/panes.js';
import { ProfileForm } from './profile-form.js';

/** User profiles, which identify on whose behalf a platform calls the service. */
export function ProfilesTab() {
  const [view, setView] = useView({ profile: '', edit: '' });
  const {
    data: profiles,
    error,
    refetch,
  } = useQuery({
    queryKey: ['userProfiles.list'],
    queryFn: ({ signal }) => Array.fromAsync(managedAgents.userProfiles.list({ limit: 100 }, { signal })),
  });
  const chosen = profiles?.find(({ id }) => id === view.profile);
  const isEditing = view.edit !== '' && (view.profile === '' || chosen !== undefined);
  const choose = (profile: string) => setView({ profile, edit: '' });
  if (profiles === undefined) return <Pending error={error} />;
  return (
    <Panes
      label="User profiles"
      items={profiles.map(itemOf)}
      chosen={chosen?.id}
      onChoose={choose}
      createLabel="New profile"
      onCreate={() => setView({ profile: '', edit: 'new' })}
      icon="person"
      empty={{
        title: 'No user profiles yet',
        text: 'A profile identifies who your platform makes requests for: an end user, a company or your own team.',
      }}
      none={{
        isMissing: view.profile !== '',
        title: 'Select a profile or create one',
        what: 'Profile',
      }}
    >
      {isEditing ? (
        <ProfileForm
          key={chosen?.id ?? 'new'}
          profile={chosen}
          onSaved={async ({ id }) => {
            await refetch();
            choose(id);
          }}
          onCancel={() => setView({ edit: '' })}
        />
      ) : (
        chosen && (
          <ProfileDetail
            key={chosen.id}
            profile={chosen}
            onEdit={() => setView({ edit: 'profile' })}
            onBack={() => choose('')}
          />
        )
      )}
    </Panes>
  );
}

const titleOf = ({ name, external_id, id }: UserProfile): string => name ?? external_id ?? id;

function itemOf(profile: UserProfile) {
  return {
    id: profile.id,
    title: titleOf(profile),
    below: (
      <>
        <span className="chip">{profile.relationship}</span>
        <span className="truncate">{profile.external_id}</span>
      </>
    ),
  };
}

interface DetailProps {
  readonly profile: UserProfile;
  readonly onEdit: () => void;
  readonly onBack: () => void;
}

function ProfileDetail({ profile, onEdit, onBack }: DetailProps) {
  const [enrollment, setEnrollment] = useState<UserProfileEnrollmentUrl>();
  const { busy, problem, run } = useAction();
  const enroll = () =>
    void run(async () => setEnrollment(await managedAgents.userProfiles.createEnrollmentUrl(profile.id)));
  const grants = Object.entries(profile.trust_grants);
  return (
    <section className="card detail" aria-label={titleOf(profile)}>
      <DetailHead
        title={titleOf(profile)}
        below={`${profile.relationship} · created ${formatDay(profile.created_at)}`}
        onBack={onBack}
      >
        <Button look="tiny" onClick={onEdit}>
          Edit
        </Button>
        <Button look="tiny primary" disabled={busy} onClick={enroll}>
          Create enrollment link
        </Button>
      </DetailHead>
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
                  <span key={name} className={`chip ${status === 'active' ? 'good' : 'warn'}`}>
                    {words(name)}: {status}
                  </span>
                ))}
              </span>
            ),
          ],
        ]}
      />
    </section>
  );
}
