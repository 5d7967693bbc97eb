import { useState } from 'react';
import type { Chat, ChatListParams, Project } from '@parlance/schemas';
import type { Person } from '../../server/compliance.js';
import type { ExportRequest } from '../../server/export-state.js';
import { Empty } from '../ui/empty.js';
import { formatTime } from '../ui/format.js';
import { useLoad } from '../ui/load.js';
import { ProblemNotice } from '../ui/notice.js';
import { ChatDetail } from './chat-detail.js';
import { useChatPages } from './chat-pages.js';
import { ExportButton } from './export-button.js';

/** The service lists the chats of at most this many users at once. */
const MAX_USERS = 10;
const PER_PAGE = 50;
const DAY_MS = 86_400_000;

/** Chats by user, project and time; the one that is chosen beside them. */
export function ChatsTab() {
  const { data: people, problem } = useLoad('compliance.people', null);
  const { data: projects } = useLoad('compliance.projects', null);
  if (problem !== undefined) return <ProblemNotice problem={problem} />;
  if (people === undefined)
    return (
      <div className="loading">
        <div className="spinner" role="status" aria-label="Loading" />
      </div>
    );
  if (people.length === 0) return <Empty icon="compliance" title="Nobody is in this organization" />;
  return <Chats people={people} projects={projects ?? []} />;
}

interface Filters {
  readonly userIds: readonly string[];
  readonly projectId: string;
  readonly from: string;
  readonly to: string;
}

function Chats({
  people,
  projects,
}: {
  readonly people: readonly Person[];
  readonly projects: readonly Project[];
}) {
  const first = people.slice(0, MAX_USERS).map(({ id }) => id);
  const [filters, setFilters] = useState<Filters>({ userIds: first, projectId: '', from: '', to: '' });
  const [chosen, setChosen] = useState<Chat>();
  const params = paramsOf(filters);
  const { chats, problem, loading, more, remove } = useChatPages({ ...params, limit: PER_PAGE });
  return (
    <div className="stack">
      <FilterBar
        {...{ people, projects, filters }}
        onChange={(change) => setFilters({ ...filters, ...change })}
        request={{ kind: 'chats', filters: params }}
      />
      {problem !== undefined && <ProblemNotice problem={problem} />}
      <div className={`panes ${chosen === undefined ? '' : 'chosen'}`}>
        <section className="card list" aria-label="Chats" aria-busy={loading}>
          {chats.length === 0 && !loading && (
            <Empty icon="search" title="No chat fits">
              <p>Choose other people, another project or a longer time.</p>
            </Empty>
          )}
          <ul>
            {chats.map((chat) => (
              <li key={chat.id}>
                <button type="button" aria-current={chat.id === chosen?.id} onClick={() => setChosen(chat)}>
                  <strong className="truncate">{chat.name || 'Untitled'}</strong>
                  <span className="muted small truncate">
                    {chat.user.email_address} · {formatTime(chat.created_at)}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          {more !== undefined && (
            <button type="button" className="button tiny more" onClick={more} disabled={loading}>
              More
            </button>
          )}
        </section>
        {chosen === undefined ? (
          <div className="card detail">
            <Empty icon="chat" title="Choose a chat">
              <p>
                Its messages, files and artifacts are read when you open it. Each look is an activity too.
              </p>
            </Empty>
          </div>
        ) : (
          <ChatDetail
            key={chosen.id}
            chat={chosen}
            onBack={() => setChosen(undefined)}
            onDeleted={() => (remove(chosen.id), setChosen(undefined))}
          />
        )}
      </div>
    </div>
  );
}

interface FilterBarProps {
  readonly people: readonly Person[];
  readonly projects: readonly Project[];
  readonly filters: Filters;
  readonly onChange: (change: Partial<Filters>) => void;
  readonly request: ExportRequest;
}

function FilterBar({ people, projects, filters, onChange, request }: FilterBarProps) {
  const toggle = (id: string) => {
    const { userIds } = filters;
    onChange({ userIds: userIds.includes(id) ? userIds.filter((known) => known !== id) : [...userIds, id] });
  };
  return (
    <div className="filters">
      <details className="people">
        <summary className="button tiny">
          {filters.userIds.length} of {people.length} people
        </summary>
        <fieldset className="card">
          <legend className="visually-hidden">People, at most {MAX_USERS}</legend>
          <p className="muted small">At most {MAX_USERS} at once.</p>
          {people.map(({ id, full_name, email }) => {
            const isOn = filters.userIds.includes(id);
            const isFull = filters.userIds.length >= MAX_USERS;
            return (
              <label key={id} className="check">
                <input
                  type="checkbox"
                  checked={isOn}
                  disabled={isOn ? filters.userIds.length === 1 : isFull}
                  onChange={() => toggle(id)}
                />
                <span className="truncate" title={email}>
                  {full_name}
                </span>
              </label>
            );
          })}
        </fieldset>
      </details>
      <select
        className="input"
        aria-label="Project"
        value={filters.projectId}
        onChange={(event) => onChange({ projectId: event.target.value })}
      >
        <option value="">All projects</option>
        {projects.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <label className="row small muted">
        from
        <input
          className="input"
          type="date"
          value={filters.from}
          onChange={(event) => onChange({ from: event.target.value })}
        />
      </label>
      <label className="row small muted">
        to
        <input
          className="input"
          type="date"
          value={filters.to}
          onChange={(event) => onChange({ to: event.target.value })}
        />
      </label>
      <ExportButton request={request} />
    </div>
  );
}

function paramsOf({ userIds, projectId, from, to }: Filters): ChatListParams {
  const range = {
    ...(from === '' ? {} : { gte: `${from}T00:00:00Z` }),
    // Up to the next day: the last second of a day is longer than it looks.
    ...(to === '' ? {} : { lt: new Date(Date.parse(to) + DAY_MS).toISOString() }),
  };
  return {
    user_ids: [...userIds],
    ...(projectId === '' ? {} : { project_ids: [projectId] }),
    ...(from === '' && to === '' ? {} : { created_at: range }),
  };
}
