import type { ActivityListParams, ChatListParams } from '@parlance/schemas';
import type { Sink } from '../../sinks/sink.js';
import type { Duration } from './duration.js';
import type { ExportSource } from './sources.js';

/** How activities are read. */
export interface ActivityExportOptions {
  /** Start: RFC 3339 time or `Date`. Default: creation of the oldest organization. */
  readonly from?: string | Date | undefined;
  /** End, exclusive: RFC 3339 time or `Date`. Default: none; each run continues up to the current time, minus `lag`. */
  readonly to?: string | Date | undefined;
  /** Length of the windows that are read and sealed as a whole. Default: `1h`. */
  readonly window?: Duration | undefined;
  /**
   * Length of the windows before the first run. One that has more than a page of 2,000 activities is divided in days. Default: `30d`.
   */
  readonly history?: Duration | undefined;
  /** How late the service may list an activity. Windows end at least this long ago. Default: `5m`. */
  readonly lag?: Duration | undefined;
  /**
   * Times after the end of a window at which it is read again, in ascending order. What is found then becomes a revision. A window that was
   * sealed later than that is not read again. Default: `15m`, `24h`, `7d`.
   */
  readonly recheck?: readonly Duration[] | undefined;
  /** Filters of the list of activities. Default: none. */
  readonly filter?: Pick<ActivityListParams, 'activity_types' | 'organization_ids' | 'actor_ids'> | undefined;
}

/** How chats are read. */
export interface ChatExportOptions {
  /** Only chats that were created since then: RFC 3339 time or `Date`. Default: all. */
  readonly from?: string | Date | undefined;
  /** Only chats that were created before then: RFC 3339 time or `Date`. Their later changes are read too. Default: all. */
  readonly to?: string | Date | undefined;
  /**
   * Bound of the first, complete read: RFC 3339 time or `Date`. It is frozen when the export starts for the first time; later values are
   * ignored. What was created or changed since is read by the runs that follow. Default: the time of the first start, minus `lag`.
   */
  readonly backfillTo?: string | Date | undefined;
  /**
   * Which users' chats are listed again after the first read. `activities`: users named by new activities, and all users at each
   * `fullSweep`. `lists`: all users in each run. Default: `activities` if the export reads all activities, else `lists`.
   */
  readonly guidedBy?: 'activities' | 'lists' | undefined;
  /** How often the chats of all users are listed again when guided by activities. Default: `weekly`. */
  readonly fullSweep?: Duration | 'daily' | 'weekly' | 'never' | undefined;
  /** Filters of the lists of chats. `user_ids` may have any number of users. Default: the chats of all users. */
  readonly filter?: Pick<ChatListParams, 'organization_ids' | 'project_ids'> & {
    readonly user_ids?: readonly string[] | undefined;
  };
}

/** Options for `defineExport`. */
export interface ExportOptions {
  /** Name of the export in the store: letters, digits, `-` and `_`. Default: `default`. */
  readonly name?: string | undefined;
  /** What to read. */
  readonly sources: readonly ExportSource[];
  /**
   * Whether the export ends with what exists when it starts. Started again, it only reads what has failed, and never what happened since; windows
   * are not rechecked. Use it for a selection that someone asked for. Default: false.
   */
  readonly once?: boolean | undefined;
  /** How activities are read. */
  readonly activities?: ActivityExportOptions | undefined;
  /** How chats are read. */
  readonly chats?: ChatExportOptions | undefined;
  /** Where to write. */
  readonly sinks: readonly Sink[];
  /**
   * `people-first`: all chats of ten users, then those of the next ten. `newest-first`: the last 30 days of all users, then the 90
   * days before, then the rest; activities too. Default: `people-first`.
   */
  readonly order?: 'people-first' | 'newest-first' | undefined;
}
