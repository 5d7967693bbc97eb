import type { ListOptions, Page, Paginator, ResponseFacts } from '@parlance/core-transport';
import type { Activity, ActivityListParams } from '@parlance/schemas/compliance';

/** Lists activities. */
export type ListActivities = (params: ActivityListParams, options: ListOptions) => Paginator<Activity>;

/** All activities of a time span, in chronological order. */
export interface ActivityWindow extends ResponseFacts {
  readonly activities: readonly Activity[];
  /** End of the span, exclusive, in milliseconds since 1970. */
  readonly endMs: number;
}

/** A time span. */
export interface Span {
  /** Start, inclusive, RFC 3339. */
  readonly from: string;
  /** Start in milliseconds since 1970. */
  readonly fromMs: number;
  /** Latest end, exclusive, in milliseconds since 1970. */
  readonly endMs: number;
}

const FIRST_MS = 3_600_000;
const MIN_AFTER_FAILURE_MS = 1000;
/** Target fill of a page: a fuller window would often need a second request. */
const TARGET_FILL = 0.7;
const MAX_GROWTH = 8;

/**
 * Reads activities in windows that fit into one page. The service lists the newest activities first, so a window that
 * fits into one page can be emitted in chronological order without buffering or reading later activities again. The
 * length adapts to the density of the log.
 */
export class ActivityWindows {
  readonly #list: ListActivities;
  readonly #params: ActivityListParams;
  readonly #options: ListOptions;
  readonly #limit: number;
  #lengthMs = FIRST_MS;

  /**
   * @param list - Lists activities.
   * @param params - Filters.
   * @param options - Options of each request.
   */
  constructor(list: ListActivities, params: ActivityListParams, options: ListOptions) {
    this.#list = list;
    this.#limit = params.limit ?? 5000;
    this.#params = { ...params, limit: this.#limit };
    this.#options = options;
  }

  /** Reads the first window of a span: as much as fits into one page. */
  async read({ from, fromMs, endMs: latestMs }: Span): Promise<ActivityWindow> {
    for (;;) {
      const endMs = Math.min(fromMs + this.#lengthMs, latestMs);
      const list = this.#list(this.#query(from, endMs), this.#options);
      const page = await list;
      if (!this.#hasMore(page)) {
        this.#grow(endMs - fromMs, page.data.length);
        return windowOf(page, page.data, endMs);
      }
      if (endMs - fromMs <= 1) return windowOf(page, await newestFirst(list), endMs);
      this.#shrink(endMs - fromMs, endMs - (timeMs(page.data.at(-1)) ?? endMs));
    }
  }

  /** Reads a whole span at once; undefined when it does not fit into one page. */
  async readWhole({ from, endMs }: Span): Promise<ActivityWindow | undefined> {
    const page = await this.#list(this.#query(from, endMs), this.#options);
    return this.#hasMore(page) ? undefined : windowOf(page, page.data, endMs);
  }

  /** Shortens the next window after a failed request, in case the response was too large. */
  failed(): void {
    this.#lengthMs = Math.max(MIN_AFTER_FAILURE_MS, this.#lengthMs / MAX_GROWTH);
  }

  #query(gte: string, endMs: number): ActivityListParams {
    return { ...this.#params, created_at: { gte, lt: new Date(endMs).toISOString() } };
  }

  #hasMore({ checkpoint, body, data }: Page<Activity>): boolean {
    return body['has_more'] === true || (checkpoint.done !== true && data.length >= this.#limit);
  }

  #grow(lengthMs: number, count: number): void {
    const factor = count === 0 ? MAX_GROWTH : Math.min(MAX_GROWTH, (TARGET_FILL * this.#limit) / count);
    this.#lengthMs = Math.max(1, Math.floor(lengthMs * factor));
  }

  /** Assumes that the whole window is as dense as its newest page, which spans `pageMs`. */
  #shrink(lengthMs: number, pageMs: number): void {
    this.#lengthMs = Math.max(1, Math.floor(Math.min(lengthMs / 2, Math.max(pageMs, 1) * TARGET_FILL)));
  }
}

/** Returns the time of an activity in milliseconds since 1970; undefined if it has none. */
export function timeMs(activity: Activity | undefined): number | undefined {
  const at = Date.parse(activity?.created_at ?? '');
  return Number.isNaN(at) ? undefined : at;
}

/** Reads all pages. */
async function newestFirst(list: Paginator<Activity>): Promise<Activity[]> {
  const found: Activity[] = [];
  for await (const activity of list) found.push(activity);
  return found;
}

function windowOf(page: ResponseFacts, data: readonly Activity[], endMs: number): ActivityWindow {
  const { status, headers, requestId } = page;
  return { activities: data.toReversed(), endMs, status, headers, requestId };
}
