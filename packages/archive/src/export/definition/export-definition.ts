import type { Activity, ActivityListParams, Chat, ChatListParams } from '@parlance/schemas';
import type { JsonValue } from '@parlance/durable';
import { wrong } from '../../option-checks.js';
import type { Sink } from '../../sinks/sink.js';
import { durationMs, isoTime, timeMs } from './duration.js';
import type { ActivityExportOptions, ChatExportOptions, ExportOptions } from './export-options.js';
import type { ExportSource } from './sources.js';

/** A later read of a window. */
export interface RecheckDelay {
  /** As in the options, for example `24h`. */
  readonly label: string;
  readonly ms: number;
}

/** The checked options of an export. */
export interface ExportDefinition {
  readonly name: string;
  readonly sources: ReadonlySet<ExportSource['kind']>;
  /** Whether later runs only read what has failed. */
  readonly once: boolean;
  readonly activities: {
    /** RFC 3339; undefined for the creation of the oldest organization. */
    readonly from: string | undefined;
    readonly to: string | undefined;
    readonly windowMs: number;
    readonly historyMs: number;
    readonly lagMs: number;
    readonly recheck: readonly RecheckDelay[];
    readonly filter: Omit<ActivityListParams, 'created_at' | 'limit'>;
    readonly when: ((activity: Activity) => boolean) | undefined;
  };
  readonly chats: {
    readonly from: string | undefined;
    readonly to: string | undefined;
    readonly backfillTo: string | undefined;
    readonly guidedBy: 'activities' | 'lists';
    /** `Infinity` for never. */
    readonly sweepMs: number;
    readonly userIds: readonly string[] | undefined;
    readonly filter: Pick<ChatListParams, 'organization_ids' | 'project_ids'>;
    readonly when: ((chat: Chat) => boolean) | undefined;
    readonly savesFilesOf: (chat: Chat) => boolean;
  };
  readonly sinks: readonly Sink[];
  readonly order: 'people-first' | 'newest-first';
  /** What the archive contains. It never changes. */
  readonly content: Readonly<Record<string, JsonValue>>;
  /** When and in which order it is read. It can change between runs. */
  readonly schedule: Readonly<Record<string, JsonValue>>;
}

/**
 * Checks the options of an export and applies the defaults.
 *
 * @throws {ConfigError} Names the first invalid option.
 */
export function checkDefinition(options: ExportOptions): ExportDefinition {
  const { name = 'default', sources, sinks, order = 'people-first', once = false } = options;
  if (typeof name !== 'string' || !/^[\w-]{1,60}$/.test(name))
    throw wrong('name', 'must consist of up to 60 letters, digits, `-` and `_`');
  if (order !== 'people-first' && order !== 'newest-first')
    throw wrong('order', 'must be `people-first` or `newest-first`');
  const kinds = checkSources(sources);
  checkSinks(sinks);
  const source = (wanted: ExportSource['kind']): ExportSource | undefined =>
    sources.find(({ kind }) => kind === wanted);
  const activities = {
    ...checkActivities(once ? { recheck: [], ...options.activities } : (options.activities ?? {})),
    when: source('activities')?.whenActivity,
  };
  if (once && activities.recheck.length > 0)
    throw wrong('activities.recheck', 'must be empty for an export with `once`');
  const when = source('files')?.when;
  const chats = {
    ...checkChats(options.chats ?? {}, {
      hasAllActivities:
        kinds.has('activities') && isEmpty(activities.filter) && activities.when === undefined,
    }),
    when: source('chats')?.when,
    savesFilesOf: kinds.has('files') ? (when ?? (() => true)) : () => false,
  };
  const definition = { name, sources: kinds, once, activities, chats, sinks, order };
  return { ...definition, ...describe(definition, when !== undefined) };
}

function checkSources(sources: readonly ExportSource[]): ReadonlySet<ExportSource['kind']> {
  const kinds = new Set(Array.isArray(sources) ? sources.map(({ kind }) => kind) : []);
  if (kinds.size === 0)
    throw wrong('sources', 'must contain at least one of directory(), activities() and chats()');
  if (kinds.has('messages') && !kinds.has('chats'))
    throw wrong('sources', 'must contain chats() to read messages()');
  if (kinds.has('files') && !kinds.has('messages'))
    throw wrong('sources', 'must contain messages() to save files()');
  return kinds;
}

function checkSinks(sinks: readonly Sink[]): void {
  if (!Array.isArray(sinks) || sinks.length === 0)
    throw wrong('sinks', 'must contain at least one sink, e.g. ndjson({ dir })');
  const other = (sinks as readonly (Partial<Sink> | null)[]).findIndex(
    (sink) => typeof sink?.open !== 'function' || typeof sink.probe !== 'function',
  );
  if (other !== -1) throw wrong(`sinks.${other}`, 'must be a sink, e.g. ndjson({ dir })');
  const names = sinks.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated !== undefined) throw wrong('sinks', `must have unique names; ${repeated} occurs twice`);
}

function checkActivities(options: ActivityExportOptions): Omit<ExportDefinition['activities'], 'when'> {
  const { window = '1h', history = '30d', lag = '5m', recheck = ['15m', '24h', '7d'], filter = {} } = options;
  const delays = recheck.map((label) => ({ label, ms: durationMs('activities.recheck', label) }));
  if (delays.some(({ ms }, index) => index > 0 && ms <= (delays[index - 1]?.ms ?? 0)))
    throw wrong('activities.recheck', 'must be in ascending order');
  const lagMs = durationMs('activities.lag', lag);
  if (delays.some(({ ms }) => ms < lagMs))
    throw wrong('activities.recheck', 'must not be shorter than activities.lag');
  return {
    from: optionalTime('activities.from', options.from),
    to: optionalTime('activities.to', options.to),
    windowMs: durationMs('activities.window', window),
    historyMs: durationMs('activities.history', history),
    lagMs,
    recheck: delays,
    filter: defined(filter),
  };
}

function checkChats(
  options: ChatExportOptions,
  { hasAllActivities }: { readonly hasAllActivities: boolean },
): Omit<ExportDefinition['chats'], 'when' | 'savesFilesOf'> {
  const { guidedBy = hasAllActivities ? 'activities' : 'lists', fullSweep = 'weekly', filter = {} } = options;
  if (guidedBy !== 'activities' && guidedBy !== 'lists')
    throw wrong('chats.guidedBy', 'must be `activities` or `lists`');
  if (guidedBy === 'activities' && !hasAllActivities)
    throw wrong(
      'chats.guidedBy',
      'can be `activities` only if sources contain activities(), without filters: otherwise changes would be missed',
    );
  const { user_ids: userIds, ...rest } = filter;
  if (userIds !== undefined && !userIds.every((id) => typeof id === 'string' && id !== ''))
    throw wrong('chats.filter.user_ids', 'must be user ids: non-empty strings');
  return {
    from: optionalTime('chats.from', options.from),
    to: optionalTime('chats.to', options.to),
    backfillTo: optionalTime('chats.backfillTo', options.backfillTo),
    guidedBy,
    sweepMs: sweepMs(fullSweep),
    userIds: userIds === undefined ? undefined : [...new Set(userIds)].toSorted(),
    filter: defined(rest),
  };
}

function sweepMs(value: unknown): number {
  if (value === 'never') return Infinity;
  return durationMs('chats.fullSweep', value === 'daily' ? '1d' : value === 'weekly' ? '7d' : value);
}

/** The parts that are stored, to notice a change. `backfillTo` is frozen in the store instead. */
function describe(
  { sources, once, activities, chats, order }: Omit<ExportDefinition, 'content' | 'schedule'>,
  selectsFiles: boolean,
): Pick<ExportDefinition, 'content' | 'schedule'> {
  const content: Record<string, JsonValue> = { sources: [...sources].toSorted() };
  // Options that were added later are stored only if they are set, so that existing exports continue.
  if (once) content['once'] = true;
  if (sources.has('activities')) {
    content['activities.from'] = activities.from ?? null;
    content['activities.to'] = activities.to ?? null;
    content['activities.filter'] = activities.filter as JsonValue;
    if (activities.when !== undefined) content['activities.when'] = true;
  }
  if (sources.has('chats')) {
    content['chats.from'] = chats.from ?? null;
    content['chats.filter'] = chats.filter as JsonValue;
    content['chats.filter.user_ids'] = chats.userIds === undefined ? null : [...chats.userIds];
    content['files.when'] = selectsFiles;
    if (chats.to !== undefined) content['chats.to'] = chats.to;
    if (chats.when !== undefined) content['chats.when'] = true;
  }
  const schedule: Record<string, JsonValue> = {
    order,
    'activities.window': activities.windowMs,
    'activities.history': activities.historyMs,
    'activities.lag': activities.lagMs,
    'activities.recheck': activities.recheck.map(({ label }) => label),
    'chats.guidedBy': chats.guidedBy,
    'chats.fullSweep': Number.isFinite(chats.sweepMs) ? chats.sweepMs : 'never',
  };
  return { content, schedule };
}

/** Returns the differences of two stored definitions, one per line: `activities.window: 3600000 -> 60000`. */
export function differences(
  before: Readonly<Record<string, JsonValue>>,
  after: Readonly<Record<string, JsonValue>>,
): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted().flatMap((key) => {
    const [from, to] = [JSON.stringify(before[key] ?? null), JSON.stringify(after[key] ?? null)];
    return from === to ? [] : [`${key}: ${from} -> ${to}`];
  });
}

function optionalTime(option: string, value: string | Date | undefined): string | undefined {
  return value === undefined ? undefined : isoTime(timeMs(option, value));
}

/** Copies options without their undefined members. */
export function defined<Options extends object>(options: Options): Options {
  // Only members that are undefined are left out, which are optional.
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options;
}

function isEmpty(filter: object): boolean {
  return Object.keys(filter).length === 0;
}
