/** Arguments of `parlance-fakes serve --record`. */
import * as z from 'zod';
import type { ContentMode } from '../exchanges/mask.js';
import { readArguments } from './arguments.js';
import { addressFields, requireLoopback } from './serve-arguments.js';

/** Validated arguments. */
export interface RecordArguments {
  /** File of the recording. */
  readonly path: string;
  /** Base URL of the service. */
  readonly upstream: URL;
  readonly content: ContentMode;
  readonly port: number;
  readonly host: string;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

const options = z
  .strictObject({
    record: z.string().min(1),
    upstream: z.string().transform(upstreamFrom),
    'keep-content': z.boolean().default(false),
    ...addressFields,
  })
  .superRefine(requireLoopback);

/** Whether the arguments of `serve` are those of a recording. */
export function isRecording(argv: readonly string[]): boolean {
  return argv.some((argument) => /^--record(?:=|$)/.test(argument));
}

/**
 * Parses and validates the arguments of a recording.
 *
 * @param argv - Arguments after `serve`.
 * @throws {UsageError} When an argument is invalid; lists all problems.
 */
export function readRecordArguments(argv: readonly string[]): RecordArguments {
  const { record, upstream, port, host, ...flags } = readArguments(argv, options, [
    'keep-content',
    'allow-remote',
  ]);
  return { path: record, upstream, port, host, content: flags['keep-content'] ? 'kept' : 'masked' };
}

/** Reads the base URL of a service. Keys must not be sent over a network unencrypted. */
export function upstreamFrom(text: string, context: z.RefinementCtx): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname));
  const isPlain = url !== undefined && `${url.username}${url.password}${url.search}${url.hash}` === '';
  if (url !== undefined && isSafe && isPlain) return url;
  // Not quoted, because it may contain a password.
  context.addIssue('must be an https URL, or an http URL of this machine, without credentials and query');
  return z.NEVER;
}
