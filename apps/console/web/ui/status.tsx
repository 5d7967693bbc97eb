import { words } from './format.js';

type Statuses = Readonly<Record<string, readonly [text: string, tone?: 'accent' | 'good' | 'warn' | 'bad']>>;

const SESSION: Statuses = {
  running: ['working', 'accent'],
  idle: ['ready for a message'],
  rescheduling: ['retrying', 'warn'],
  rescheduled: ['retrying', 'warn'],
  terminated: ['ended', 'bad'],
};

/** The words that people read for each status of the service and the console, and their tone. */
const STATUSES = {
  batch: {
    in_progress: ['in progress', 'accent'],
    canceling: ['being canceled', 'warn'],
    ended: ['finished'],
  },
  result: {
    succeeded: ['answered', 'good'],
    errored: ['failed', 'bad'],
    canceled: ['canceled'],
    expired: ['too late', 'warn'],
  },
  credential: {
    valid: ['valid', 'good'],
    invalid: ['rejected by the server', 'bad'],
    unknown: ['could not be checked', 'warn'],
  },
  export: {
    running: ['in progress', 'accent'],
    waiting: ['waits for the service', 'warn'],
    paused: ['paused', 'warn'],
    failed: ['needs your attention', 'bad'],
    done: ['finished', 'good'],
  },
  grant: { active: ['granted', 'good'], pending: ['under review', 'warn'], rejected: ['refused', 'bad'] },
  invite: {
    pending: ['not answered yet', 'accent'],
    accepted: ['joined', 'good'],
    expired: ['expired', 'warn'],
    deleted: ['revoked'],
  },
  outcome: {
    needs_revision: ['needs another round', 'warn'],
    satisfied: ['met', 'good'],
    max_iterations_reached: ['out of rounds', 'bad'],
    failed: ['failed', 'bad'],
    interrupted: ['interrupted', 'warn'],
  },
  session: SESSION,
  stop: {
    end_turn: ['finished its turn'],
    requires_action: ['waiting for you'],
    retries_exhausted: ['stopped after several attempts'],
    budget_reached: ['stopped at its budget'],
    refusal: ['refused to continue'],
  },
  thread: { ...SESSION, idle: ['waiting'] },
} as const satisfies Readonly<Record<string, Statuses>>;

/** Of what a status is. */
export type StatusKind = keyof typeof STATUSES;

/** Returns the words for a status, and their tone. A status that is not in the table is shown as its own words. */
export function statusOf(kind: StatusKind, status: string): readonly [text: string, tone?: string] {
  const known: Statuses = STATUSES[kind];
  return (Object.hasOwn(known, status) ? known[status] : undefined) ?? [words(status)];
}

/** The status of a resource, in words. */
export function StatusChip({ of, is }: { readonly of: StatusKind; readonly is: string }) {
  const [text, tone = ''] = statusOf(of, is);
  return <span className={`chip ${tone}`}>{text}</span>;
}
