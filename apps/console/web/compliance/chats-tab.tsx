import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import type { Project } from '@parlance/schemas';
import { CsvButton } from '../ui/csv-button.js';
import { Empty } from '../ui/empty.js';
import { SearchFilter, SelectFilter } from '../ui/filters.js';
import { Options } from '../ui/options.js';
import { formatTime, plural } from '../ui/format.js';
import { problemFrom } from '../api.js';
import { compliance } from '../sdk/compliance.js';
import { ProblemNotice } from '../ui/notice.js';
import { Panes } from '../ui/panes.js';
import { Pending } from '../ui/pending.js';
import { useView } from '../ui/view.js';
import { ChatDetail } from './chat-detail.js';
import { createdWithin, DateRange } from './date-range.js';
import { ExportButton } from './export-button.js';
import { MAX_USERS, PeopleFilter } from './people-filter.js';
import { peopleList, type Person } from './people.js';
import { findChats, useChats, type ChatHead } from './use-chats.js';

/** Chats that are rendered at once. */
const PER_PAGE = 100;

/** Chats filtered by user, project and date, next to the selected one. */
export function ChatsTab() {
  const { data: people, error } = useQuery(peopleList);
  const { data: projects } = useQuery({
    queryKey: ['projects.list'],
    queryFn: ({ signal }) => Array.fromAsync(compliance.projects.list({ limit: 100 }, { signal })),
  });
  if (people === undefined) return <Pending error={error} />;
  if (people.length === 0) return <Empty icon="compliance" title="This organization has no members" />;
  return <Chats people={people} projects={projects ?? []} />;
}

/** The view's search parameters. An empty list of people selects the first ones. */
const FILTERS = { people: '', project: '', from: '', to: '', search: '', chat: '' };
type Filters = typeof FILTERS;

const NONE = {
  isMissing: false,
  title: 'Select a chat',
  text: 'Opening a chat loads its messages, files and artifacts, and is itself logged as an activity.',
  what: 'Chat',
} as const;

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
  const [pages, setPages] = useState(1);
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
      {error !== null && <ProblemNotice problem={problemFrom(error)} />}
      <p className={deleted === undefined ? 'visually-hidden' : 'small'} role="status">
        {deleted !== undefined && `Permanently deleted “${deleted.name || deleted.id}”.`}
      </p>
      <SearchBar
        text={view.search}
        found={found}
        loading={loading}
        onChange={(search) => setView({ search }, { replace: true })}
      />
      <Panes
        label="Chats"
        items={found.slice(0, pages * PER_PAGE).map(itemOf)}
        chosen={view.chat}
        onChoose={(chat) => setView({ chat })}
        onMore={pages * PER_PAGE < found.length ? () => setPages(pages + 1) : undefined}
        isLoading={loading}
        ref={list}
        icon="chat"
        empty={{
          title: 'No matching chats',
          text: 'Try other people, another project or a wider date range.',
        }}
        none={NONE}
      >
        {view.chat !== '' && (
          <ChatDetail
            key={view.chat}
            id={view.chat}
            onBack={() => setView({ chat: '' })}
            onDeleted={onDeleted}
          />
        )}
      </Panes>
    </div>
  );
}

function itemOf({ id, name, user, created_at }: ChatHead) {
  const below = (
    <span className="truncate">
      {user.email_address} · {formatTime(created_at)}
    </span>
  );
  return { id, title: name || 'Untitled', below };
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
        rows={() => found.map((chat) => ({ ...chat, model: chat.model, user: chat.user.email_address }))}
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
