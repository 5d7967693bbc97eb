import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ChatListParams, Project } from '@parlance/schemas';
import type { ChatHead, Person } from '../../server/compliance.js';
import type { ExportRequest } from '../../server/export-state.js';
import { Empty } from '../ui/empty.js';
import { formatTime } from '../ui/format.js';
import { api, query } from '../api.js';
import { ProblemNotice } from '../ui/notice.js';
import { Spinner } from '../ui/spinner.js';
import { useView } from '../ui/view.js';
import { ChatDetail } from './chat-detail.js';
import { useChatPages } from './chat-pages.js';
import { createdWithin, DateRange } from './date-range.js';
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

/** The view's search parameters. An empty list of people selects the first ones. */
const FILTERS = { people: '', project: '', from: '', to: '', chat: '' };
type Filters = typeof FILTERS;

const NOTHING_SELECTED = (
  <Empty icon="chat" title="Select a chat">
    <p>Opening a chat loads its messages, files and artifacts, and is itself logged as an activity.</p>
  </Empty>
);

function Chats({
  people,
  projects,
}: {
  readonly people: readonly Person[];
  readonly projects: readonly Project[];
}) {
  const [view, setView] = useView(FILTERS);
  const userIds =
    view.people !== '' ? view.people.split(',') : people.slice(0, MAX_USERS).map(({ id }) => id);
  const [deleted, setDeleted] = useState<ChatHead>();
  const list = useRef<HTMLElement>(null);
  const onDeleted = async (chat: ChatHead) => {
    await refetch();
    setView({ chat: '' }, { replace: true });
    setDeleted(chat);
    // The focused button was removed.
    list.current?.focus();
  };
  const params = paramsOf(view, userIds);
  const { chats, error, loading, more, refetch } = useChatPages({ ...params, limit: PER_PAGE });
  return (
    <div className="stack">
      <FilterBar
        {...{ people, projects, userIds }}
        filters={view}
        onChange={setView}
        request={{ kind: 'chats', filters: params }}
      />
      {error !== null && <ProblemNotice problem={error.problem} />}
      <p className={deleted === undefined ? 'visually-hidden' : 'small'} role="status">
        {deleted !== undefined && `Permanently deleted “${deleted.name || deleted.id}”.`}
      </p>
      <div className={`panes ${view.chat === '' ? '' : 'chosen'}`}>
        <section className="card list" ref={list} tabIndex={-1} aria-label="Chats" aria-busy={loading}>
          {chats.length === 0 && !loading && (
            <Empty icon="search" title="No matching chats">
              <p>Try other people, another project or a wider date range.</p>
            </Empty>
          )}
          <ul>
            {chats.map((chat) => (
              <li key={chat.id}>
                <button
                  type="button"
                  aria-current={chat.id === view.chat}
                  onClick={() => setView({ chat: chat.id })}
                >
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
        {view.chat === '' ? (
          <div className="card detail">{NOTHING_SELECTED}</div>
        ) : (
          <ChatDetail
            key={view.chat}
            id={view.chat}
            onBack={() => setView({ chat: '' })}
            onDeleted={onDeleted}
          />
        )}
      </div>
    </div>
  );
}

interface FilterBarProps {
  readonly people: readonly Person[];
  readonly projects: readonly Project[];
  readonly userIds: readonly string[];
  readonly filters: Filters;
  readonly onChange: (change: Partial<Filters>) => void;
  readonly request: ExportRequest;
}

function FilterBar({ people, projects, userIds, filters, onChange, request }: FilterBarProps) {
  return (
    <div className="filters">
      <PeopleFilter
        people={people}
        userIds={userIds}
        onChange={(ids) => onChange({ people: ids.join(',') })}
      />
      <select
        className="input"
        aria-label="Project"
        value={filters.project}
        onChange={(event) => onChange({ project: event.target.value })}
      >
        <option value="">All projects</option>
        {projects.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <DateRange days={filters} onChange={onChange} />
      <ExportButton request={request} />
    </div>
  );
}

function paramsOf({ project, ...days }: Filters, userIds: readonly string[]): ChatListParams {
  return {
    user_ids: [...userIds],
    ...(project === '' ? {} : { project_ids: [project] }),
    ...createdWithin(days),
  };
}
