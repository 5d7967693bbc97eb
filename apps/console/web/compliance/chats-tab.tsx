import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Chat, ChatListParams, Project } from '@parlance/schemas';
import type { Person } from '../../server/compliance.js';
import type { ExportRequest } from '../../server/export-state.js';
import { Empty } from '../ui/empty.js';
import { formatTime } from '../ui/format.js';
import { api, query } from '../api.js';
import { ProblemNotice } from '../ui/notice.js';
import { Spinner } from '../ui/spinner.js';
import { ChatDetail } from './chat-detail.js';
import { useChatPages } from './chat-pages.js';
import { createdWithin, DateRange, type Days } from './date-range.js';
import { ExportButton } from './export-button.js';
import { MAX_USERS, PeopleFilter } from './people-filter.js';

const PER_PAGE = 50;

/** Chats filtered by user, project and date, next to the selected one. */
export function ChatsTab() {
  const { data: people, error } = useQuery(query(api.compliance.people));
  const { data: projects } = useQuery(query(api.compliance.projects));
  if (error !== null && people === undefined) return <ProblemNotice problem={error.problem} />;
  if (people === undefined) return <Spinner />;
  if (people.length === 0) return <Empty icon="compliance" title="This organization has no members" />;
  return <Chats people={people} projects={projects ?? []} />;
}

interface Filters {
  readonly userIds: readonly string[];
  readonly projectId: string;
  readonly days: Days;
}

function Chats({
  people,
  projects,
}: {
  readonly people: readonly Person[];
  readonly projects: readonly Project[];
}) {
  const first = people.slice(0, MAX_USERS).map(({ id }) => id);
  const [filters, setFilters] = useState<Filters>({
    userIds: first,
    projectId: '',
    days: { from: '', to: '' },
  });
  const [chosen, setChosen] = useState<Chat>();
  const [deleted, setDeleted] = useState<Chat>();
  const list = useRef<HTMLElement>(null);
  const onDeleted = (chat: Chat) => {
    void refetch();
    setChosen(undefined);
    setDeleted(chat);
    // The focused button was removed.
    list.current?.focus();
  };
  const params = paramsOf(filters);
  const { chats, error, loading, more, refetch } = useChatPages({ ...params, limit: PER_PAGE });
  return (
    <div className="stack">
      <FilterBar
        {...{ people, projects, filters }}
        onChange={(change) => setFilters({ ...filters, ...change })}
        request={{ kind: 'chats', filters: params }}
      />
      {error !== null && <ProblemNotice problem={error.problem} />}
      <p className={deleted === undefined ? 'visually-hidden' : 'small'} role="status">
        {deleted !== undefined && `Permanently deleted “${deleted.name || deleted.id}”.`}
      </p>
      <div className={`panes ${chosen === undefined ? '' : 'chosen'}`}>
        <section className="card list" ref={list} tabIndex={-1} aria-label="Chats" aria-busy={loading}>
          {chats.length === 0 && !loading && (
            <Empty icon="search" title="No matching chats">
              <p>Try other people, another project or a wider date range.</p>
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
              Load more
            </button>
          )}
        </section>
        {chosen === undefined ? (
          <div className="card detail">
            <Empty icon="chat" title="Select a chat">
              <p>
                Opening a chat loads its messages, files and artifacts, and is itself logged as an activity.
              </p>
            </Empty>
          </div>
        ) : (
          <ChatDetail
            key={chosen.id}
            chat={chosen}
            onBack={() => setChosen(undefined)}
            onDeleted={() => onDeleted(chosen)}
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
  return (
    <div className="filters">
      <PeopleFilter people={people} userIds={filters.userIds} onChange={(userIds) => onChange({ userIds })} />
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
      <DateRange days={filters.days} onChange={(days) => onChange({ days })} />
      <ExportButton request={request} />
    </div>
  );
}

function paramsOf({ userIds, projectId, days }: Filters): ChatListParams {
  return {
    user_ids: [...userIds],
    ...(projectId === '' ? {} : { project_ids: [projectId] }),
    ...createdWithin(days),
  };
}
