import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import type { Project } from '@parlance/schemas';
import type { ChatHead, Person } from '../../server/compliance.js';
import { Button } from '../ui/button.js';
import { CsvButton } from '../ui/csv-button.js';
import { Empty } from '../ui/empty.js';
import { SearchFilter, SelectFilter } from '../ui/filters.js';
import { Options } from '../ui/options.js';
import { formatTime, plural } from '../ui/format.js';
import { api, query } from '../api.js';
import { ProblemNotice } from '../ui/notice.js';
import { Pending } from '../ui/pending.js';
import { useView } from '../ui/view.js';
import { ChatDetail } from './chat-detail.js';
import { createdWithin, DateRange } from './date-range.js';
import { ExportButton } from './export-button.js';
import { MAX_USERS, PeopleFilter } from './people-filter.js';
import { findChats, useChats } from './use-chats.js';

/** Chats that are rendered at once. */
const PER_PAGE = 100;

/** Chats filtered by user, project and date, next to the selected one. */
export function ChatsTab() {
  const { data: people, error } = useQuery(query(api.compliance.people));
  const { data: projects } = useQuery(query(api.compliance.projects));
  if (people === undefined) return <Pending error={error} />;
  if (people.length === 0) return <Empty icon="compliance" title="This organization has no members" />;
  return <Chats people={people} projects={projects ?? []} />;
}

/** The view's search parameters. An empty list of people selects the first ones. */
const FILTERS = { people: '', project: '', from: '', to: '', search: '', chat: '' };
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
  const { chats, error, loading, refetch } = useChats(params);
  const found = useMemo(() => findChats(chats, view.search), [chats, view.search]);
  return (
    <div className="stack">
      <FilterBar
        {...{ people, projects, userIds }}
        filters={view}
        onChange={setView}
        exported={
          <ExportButton
            request={{
              kind: 'chats',
              filters: { ...params, created_at: { ...params.created_at, lt: afterNewest(found) } },
              search: view.search,
            }}
            disabled={loading || found.length === 0}
          />
        }
      />
      {error !== null && <ProblemNotice problem={error.problem} />}
      <p className={deleted === undefined ? 'visually-hidden' : 'small'} role="status">
        {deleted !== undefined && `Permanently deleted “${deleted.name || deleted.id}”.`}
      </p>
      <SearchBar
        text={view.search}
        found={found}
        loading={loading}
        onChange={(search) => setView({ search }, { replace: true })}
      />
      <div className={`panes ${view.chat === '' ? '' : 'chosen'}`}>
        <section className="card list" ref={list} tabIndex={-1} aria-label="Chats" aria-busy={loading}>
          {found.length === 0 && !loading && (
            <Empty icon="search" title="No matching chats">
              <p>Try other people, another project or a wider date range.</p>
            </Empty>
          )}
          <ChatList chats={found} chosen={view.chat} onChoose={(chat) => setView({ chat })} />
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

interface ChatListProps {
  readonly chats: readonly ChatHead[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

/** Renders the first chats, and more on request. */
function ChatList({ chats, chosen, onChoose }: ChatListProps) {
  const [pages, setPages] = useState(1);
  const shown = chats.slice(0, pages * PER_PAGE);
  return (
    <>
      <ul>
        {shown.map(({ id, name, user, created_at }) => (
          <li key={id}>
            <button type="button" aria-current={id === chosen} onClick={() => onChoose(id)}>
              <strong className="truncate">{name || 'Untitled'}</strong>
              <span className="muted small truncate">
                {user.email_address} · {formatTime(created_at)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {shown.length < chats.length && (
        <Button look="tiny more" onClick={() => setPages(pages + 1)}>
          Show more
        </Button>
      )}
    </>
  );
}

interface SearchBarProps {
  readonly text: string;
  readonly found: readonly ChatHead[];
  readonly loading: boolean;
  readonly onChange: (text: string) => void;
}

function SearchBar({ text, found, loading, onChange }: SearchBarProps) {
  return (
    <div className="filters">
      <SearchFilter
        label="Search chats"
        placeholder="Search by title or person"
        value={text}
        onChange={onChange}
      />
      <span className="muted small numbers" role="status" aria-label="Number of chats">
        {plural(found.length, 'chat')}
        {loading ? '…' : ''}
      </span>
      <CsvButton
        name="chats"
        columns={['id', 'name', 'user', 'model', 'created_at']}
        rows={() =>
          found.map((chat) => [chat.id, chat.name, chat.user.email_address, chat.model, chat.created_at])
        }
      />
    </div>
  );
}

interface FilterBarProps {
  readonly people: readonly Person[];
  readonly projects: readonly Project[];
  readonly userIds: readonly string[];
  readonly filters: Filters;
  readonly onChange: (change: Partial<Filters>) => void;
  readonly exported: ReactNode;
}

function FilterBar({ people, projects, userIds, filters, onChange, exported }: FilterBarProps) {
  return (
    <div className="filters">
      <PeopleFilter
        people={people}
        userIds={userIds}
        onChange={(ids) => onChange({ people: ids.join(',') })}
      />
      <SelectFilter label="Project" value={filters.project} onChange={(project) => onChange({ project })}>
        <option value="">All projects</option>
        <Options of={projects.map(({ id, name }) => [id, name])} />
      </SelectFilter>
      <DateRange days={filters} onChange={onChange} />
      {exported}
    </div>
  );
}

/** Returns the first time after the newest chat on screen, so that an export has no newer ones. */
function afterNewest([newest]: readonly ChatHead[]): string | undefined {
  // Exclusive. Times can be more precise than milliseconds.
  return newest && new Date(Date.parse(newest.created_at) + 1).toISOString();
}

function paramsOf({ project, ...days }: Filters, userIds: readonly string[]) {
  return {
    user_ids: [...userIds],
    ...(project === '' ? {} : { project_ids: [project] }),
    ...createdWithin(days),
  };
}
