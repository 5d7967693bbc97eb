import {
  ApiError,
  ConnectionError,
  NotFoundError,
  ServerError,
  UnexpectedResponseError,
} from '@parlance/core-transport';
import type { ApiPromise } from '@parlance/core-transport';
import type { DeletedChat } from '@parlance/schemas/compliance';

/**
 * The outcome of a deletion.
 *
 * - `deleted`: the service confirmed that this call deleted the chat.
 * - `was_gone`: the chat did not exist when this call reached the service.
 * - `unknown`: a response was lost or unusable, so this call may or may not have deleted the chat. If `error` is a
 *   `NotFoundError`, a retry found that the chat no longer exists. Otherwise it may still exist: call again.
 */
export type ChatDeletionOutcome = 'deleted' | 'was_gone' | 'unknown';

/** The result of {@link Chats.deleteIfExists}. Record it in audit logs. */
export interface ChatDeletion {
  /** Id of the chat. */
  readonly id: string;
  /** What happened to the chat. */
  readonly outcome: ChatDeletionOutcome;
  /** HTTP status of the last response; null when there was none. */
  readonly status: number | null;
  /** Headers of the last response, names in lower case; empty when there was none. */
  readonly headers: Readonly<Record<string, string>>;
  /** Request id of the last response; null when there was none. */
  readonly requestId: string | null;
  /** The error of the call; null when `outcome` is `deleted`. */
  readonly error: ApiError | ConnectionError | UnexpectedResponseError | null;
}

/** Waits for a deletion and returns its outcome; throws errors after which the chat is certainly unchanged. */
export async function outcomeOf(id: string, deletion: ApiPromise<DeletedChat>): Promise<ChatDeletion> {
  try {
    const { status, headers, requestId } = await deletion.withResponse();
    return { id, outcome: 'deleted', status, headers, requestId, error: null };
  } catch (error) {
    if (ConnectionError.is(error) && error.maybeApplied)
      return { id, outcome: 'unknown', status: null, headers: {}, requestId: error.requestId, error };
    if (!ApiError.is(error) && !UnexpectedResponseError.is(error)) throw error;
    const { status, headers, requestId } = error;
    const facts = { id, status, headers, requestId, error };
    if (UnexpectedResponseError.is(error) || error.maybeApplied || ServerError.is(error))
      return { ...facts, outcome: 'unknown' };
    if (NotFoundError.is(error)) return { ...facts, outcome: 'was_gone' };
    throw error;
  }
}
