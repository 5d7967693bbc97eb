/** Results of structured output: the value in a reply, or a failure. */
import { ParlanceError } from '@parlance/core-transport';
import type { Message, RefusalStopDetails } from '@parlance/schemas/inference';
import { describeProblems, type ValueProblem } from '../value-schema/value-problem.js';
import type { CompiledSchema } from '../value-schema/value-schema.js';
import { PartialOutput } from './partial-output.js';

/** The value in a reply, discriminated by `status`: `ok`, or one of the failures. */
export type OutputResult<T> = { readonly status: 'ok'; readonly value: T } | OutputFailure;

/** Why a reply does not contain a value that matches the schema. */
export type OutputFailure =
  OutputRefused | OutputTruncated | OutputIncomplete | OutputNotJson | OutputMismatch;

/** The model refused to reply. */
export interface OutputRefused {
  readonly status: 'refused';
  /** Details of the refusal; null if the service did not send any. */
  readonly details: RefusalStopDetails | null;
}

/** The reply ended at `max_tokens` or at the end of the context window. */
export interface OutputTruncated {
  readonly status: 'truncated';
  /** The part of the value that arrived, not validated; undefined if nothing arrived. */
  readonly partial: unknown;
}

/** The turn has not ended: the reply calls a tool or was paused. */
export interface OutputIncomplete {
  readonly status: 'incomplete';
}

/** The reply is not JSON. */
export interface OutputNotJson {
  readonly status: 'not_json';
}

/** The reply is JSON that does not match the schema. */
export interface OutputMismatch {
  readonly status: 'mismatch';
  /** How the value differs from the schema. */
  readonly problems: readonly ValueProblem[];
}

/**
 * Thrown when a reply does not contain a value that matches the schema. `code` is `output_` followed by the status of
 * the failure.
 */
export class OutputError extends ParlanceError {
  /** The reply. */
  readonly reply: Message;
  /** Why there is no value, discriminated by `status`. */
  readonly failure: OutputFailure;

  /** Name of the class. */
  override get name(): string {
    return 'OutputError';
  }

  /**
   * @param reply - The reply.
   * @param failure - Why there is no value.
   */
  constructor(reply: Message, failure: OutputFailure) {
    super(`output_${failure.status}`, describeFailure(reply, failure));
    this.reply = reply;
    this.failure = failure;
    // Both can contain the reply, which is never printed.
    Object.defineProperty(this, 'reply', { enumerable: false });
    Object.defineProperty(this, 'failure', { enumerable: false });
  }

  /** How the value differs from the schema; empty unless the value is JSON that does not match. */
  get problems(): readonly ValueProblem[] {
    return this.failure.status === 'mismatch' ? this.failure.problems : [];
  }
}

/**
 * Reads and validates the JSON in a reply.
 *
 * @param message - The reply.
 * @param schema - Compiled schema of the value.
 */
export async function readOutput<T>(
  message: Message,
  { check }: Pick<CompiledSchema<T>, 'check'>,
): Promise<OutputResult<T>> {
  const { stop_reason: stop } = message;
  if (stop === 'refusal') return { status: 'refused', details: message.stop_details ?? null };
  const text = textOf(message);
  if (stop === 'max_tokens' || stop === 'model_context_window_exceeded')
    return { status: 'truncated', partial: partialOf(text) };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return ENDS.has(stop) ? { status: 'not_json' } : { status: 'incomplete' };
  }
  const { value, problems } = await check(json);
  return problems === undefined ? { status: 'ok', value } : { status: 'mismatch', problems };
}

/** Returns the value of a result, or throws its failure. */
export function valueOrThrow<T>(message: Message, result: OutputResult<T>): T {
  if (result.status === 'ok') return result.value;
  throw new OutputError(message, result);
}

/**
 * Returns a user turn that asks the model to correct its reply, if the reply is complete but not JSON or does not
 * match the schema; otherwise undefined.
 */
export function repairRequest<T>(result: OutputResult<T>): string | undefined {
  if (result.status === 'not_json')
    return 'The reply is not JSON. Reply with nothing but JSON that matches the schema.';
  if (result.status === 'mismatch')
    return `The reply does not match the schema: ${describeProblems(result.problems)}. Reply with the corrected JSON.`;
  return undefined;
}

/** Other reasons, such as a tool call or a pause, mean that the value has not been written yet. */
const ENDS: ReadonlySet<unknown> = new Set(['end_turn', 'stop_sequence']);

function describeFailure(reply: Message, failure: OutputFailure): string {
  switch (failure.status) {
    case 'refused':
      return 'the model refused to reply';
    case 'not_json':
      return 'the reply is not JSON';
    case 'mismatch':
      return `the reply does not match the schema: ${describeProblems(failure.problems)}`;
    default:
      return `the reply is ${failure.status}: its stop reason is ${reply.stop_reason}`;
  }
}

function textOf(message: Message): string {
  return message.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

function partialOf(text: string): unknown {
  const partial = new PartialOutput();
  partial.push(text);
  return partial.value;
}
