import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import type { Project } from '@parlance/schemas';
import { CsvButton } from '../ui/csv-button.js';
import { Empty } from '../ui/empty.js';
import { FilterFold, SearchFilter } from '../ui/filters.js';
import { Select } from '../ui/select.js';
import { formatTime, plural } from '../ui/format.js';
import { compliance } from '../sdk/compliance.js';
import { Panes } from '../ui/panes.js';
import { Pending } from '../ui/pending.js';
import { namesIn, useView } from '../ui/view.js';
import { ChatDetail } from './chat-detail.js';
import { createdWithin, DateRange } from './date-range.js';
import { ExportButton } from './export-button.js';
import { PeopleFilter } from './people-filter.js';
import { peopleList, type Person } from './people.js';
import { findChats, MOST_SEARCHED, useChats, useChatsWithText, type ChatHead } from './use-chats.js';

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

/** People whose chats are listed at once. */
const MOST_PEOPLE = 500;

/** The view's search parameters. An empty list of people selects everybody. */
const FILTERS = { people: '', project: '', from: '', to: '', search: '', chat: '', in: '' };
type Filters = typeof FILTERS;

const NONE = {
  isMissing: false,
  title: 'Select a chat',
  text: 'Opening a chat loads its messages, files and artifacts, and is itself logged as an activity.',
  what: 'Chat',
} as const;

interface Props {
  readonly people: readonly Person[];
  readonly projects: readonly Project[];
}

function Chats({ people, projects }: Props) {
  const [view, setView] = useView(FILTERS);
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
  const { chosen, filters, found, error, loading, refetch } = useFound(view, people);
  return (
    <div className="stack">
      <FilterBar
        {...{ people, projects }}
        userIds={chosen}
        filters={view}
        onChange={setView}
        exported={
          <ExportButton
            request={{
              kind: 'chats',
              filters: { ...filters, created_at: { ...filters.created_at, lt: afterNewest(found) } },
              search: view.search,
              ...(view.in !== '' && view.search !== '' && { chatIds: found.map(({ id }) => id) }),
            }}
            disabled={loading || found.length === 0}
          />
        }
      />
      <Notes {...{ error, deleted }} left={chosen.length > 0 ? 0 : people.length - MOST_PEOPLE} />
      <SearchBar
        text={view.search}
        found={found}
        loading={loading}
        isInMessages={view.in !== ''}
        onChange={(change) => setView(change, { replace: true })}
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

/** Says what went wrong, whom the list leaves out, and which chat was deleted. */
function Notes(props: {
  readonly error: Error | null;
  readonly deleted: ChatHead | undefined;
  /** Number of people whose chats are not listed. */
  readonly left: number;
}) {
  const { error, deleted, left } = props;
  return (
    <>
      <Pending error={error} isLoaded />
      {left > 0 && (
        <p className="notice">
          Without the chats of {plural(left, 'person', 'people')}. Select them to see theirs.
        </p>
      )}
      <p className={deleted === undefined ? 'visually-hidden' : 'small'} role="status">
        {deleted !== undefined && `Permanently deleted “${deleted.name || deleted.id}”.`}
      </p>
    </>
  );
}

/** Loads the chats that the filters and the search select. */
function useFound(view: Filters, people: readonly Person[]) {
  const chosen = namesIn(view.people);
  const userIds = chosen.length > 0 ? [...chosen] : people.slice(0, MOST_PEOPLE).map(({ id }) => id);
  const params = {
    ...(view.project === '' ? {} : { project_ids: [view.project] }),
    ...createdWithin(view),
  };
  const { chats, error, loading, refetch } = useChats(params, userIds);
  const others = useChatsWithText(chats, view.search, view.in !== '' && !loading);
  return {
    chosen,
    filters: { ...params, user_ids: userIds },
    found: findChats(chats, view.search, others.found),
    error,
    loading: loading || others.searching,
    refetch,
  };
}

function itemOf({ id, name, user, created_at }: ChatHead) {
  const below = (
    <>
      <span className="truncate">{user.email_address}</span>
      <span className="nowrap">{formatTime(created_at)}</span>
    </>
  );
  // Its text is not read for that: the service would log each chat of the list as read.
  return { id, title: name.trim() || 'Untitled', below };
}

interface SearchBarProps {
  readonly text: string;
  readonly found: readonly ChatHead[];
  readonly loading: boolean;
  readonly isInMessages: boolean;
  readonly onChange: (change: Partial<Filters>) => void;
}

function SearchBar({ text, found, loading, isInMessages, onChange }: SearchBarProps) {
  return (
    <div className="row filters">
      <SearchFilter
        label="Search chats"
        placeholder="Search by title or person"
        value={text}
        onChange={(search) => onChange({ search })}
      />
      <label
        className="check small"
        title={`Reads the newest ${MOST_SEARCHED} chats, each of which the service logs as an activity`}
      >
        <input
          type="checkbox"
          checked={isInMessages}
          onChange={({ target }) => onChange({ in: target.checked ? 'messages' : '' })}
        />
        Search messages, too
      </label>
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

interface FilterBarProps extends Props {
  readonly userIds: readonly string[];
  readonly filters: Filters;
  readonly onChange: (change: Partial<Filters>) => void;
  readonly exported: ReactNode;
}

function FilterBar({ people, projects, userIds, filters, onChange, exported }: FilterBarProps) {
  return (
    <div className="row filters">
      <FilterFold count={[userIds[0], filters.project, filters.from, filters.to].filter(Boolean).length}>
        <PeopleFilter
          people={people}
          userIds={userIds}
          onChange={(ids) => onChange({ people: ids.join(',') })}
        />
        <Select
          label="Project"
          value={filters.project}
          onChange={(project) => onChange({ project })}
          none="All projects"
          options={projects.map(({ id, name }) => [id, name])}
        />
        <DateRange days={filters} onChange={onChange} />
      </FilterFold>
      {exported}
    </div>
  );
}

/** Returns the first time after the newest chat on screen, so that an export has no newer ones. */
function afterNewest([newest]: readonly ChatHead[]): string | undefined {
  // Exclusive. Times can be more precise than milliseconds.
  return newest && new Date(Date.parse(newest.created_at) + 1).toISOString();
}
