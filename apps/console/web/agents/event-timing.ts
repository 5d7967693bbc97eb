import type { SessionEvent } from '@parlance/schemas';

/** Fields that name the event which an event ends. */
const STARTS = [
  'model_request_start_id',
  'outcome_evaluation_start_id',
  'tool_use_id',
  'mcp_tool_use_id',
  'custom_tool_use_id',
  'phase_started_id',
] as const;

/** Returns how long took what an event ends, such as a tool call or a model request, in milliseconds by event ID. */
export function durationsOf(events: readonly SessionEvent[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  const durations = new Map<string, number>();
  let runningSince: number | undefined;
  for (const event of events) {
    const time = timeOf(event);
    if (time === undefined) continue;
    const id = String(event['id']);
    times.set(id, time);
    const field = STARTS.find((name) => typeof (event as Record<string, unknown>)[name] === 'string');
    let start =
      field === undefined ? undefined : times.get(String((event as Record<string, unknown>)[field]));
    if (event.type === 'session.status_running') runningSince = time;
    if (event.type === 'session.status_idle') start = runningSince;
    if (start !== undefined) durations.set(id, time - start);
  }
  return durations;
}

/** Returns when an event was processed, in milliseconds since 1970. Undefined while it is queued. */
export function timeOf(event: SessionEvent): number | undefined {
  const time = (event as { readonly processed_at?: unknown }).processed_at;
  return typeof time === 'string' ? Date.parse(time) : undefined;
}

/** Group of event types that the list can be filtered by. */
export type EventGroup = 'all' | keyof typeof PATTERNS;

const PATTERNS = {
  messages: /message|thinking/,
  tools: /tool/,
  outcomes: /outcome/,
  threads: /thread/,
  model: /^span\.model_/,
  status: /^session\.|interrupt|error/,
} as const;

/** Returns whether an event belongs to a group. */
export function isInGroup({ type }: SessionEvent, group: EventGroup): boolean {
  return group === 'all' || PATTERNS[group].test(String(type));
}
