/** Reads the requests of a batch from a file of JSON lines. */
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { FileError, openUntrustedFile } from '@parlance/files';
import type { MessageBatchRequest } from '@parlance/schemas/inference';
import { InputError, parseInput } from '@parlance/schemas/validation/kit';
import { CommandError } from '../command-error.js';
import { EXIT_CODES } from '../exit-codes.js';

/** Sending a value that is nested more deeply would overflow the stack. */
const MAX_DEPTH = 1_000;
const CHARACTERS_PER_TOKEN = 4;

/** What a file of requests contains. */
export interface RequestFileFacts {
  /** Number of requests. */
  readonly count: number;
  /** SHA-256 of the requests. A run that continues must find the same ones. */
  readonly digest: string;
  /** Estimated tokens of the requests: about one per four characters. */
  readonly inputTokens: number;
  /** The most tokens of the replies. */
  readonly maxOutputTokens: number;
}

/** A file of requests. */
export interface RequestSource {
  /** The file. */
  readonly file: string;
  /**
   * Reads the requests in their order. Memory does not depend on the size of the file.
   *
   * @throws {CommandError} When the file cannot be read or something in it is not a request; names the line.
   */
  read(): AsyncGenerator<RequestLine, undefined>;
}

/** Returns the requests of JSON lines. */
export function jsonRequests(file: string): RequestSource {
  return { file, read: () => readRequestFile(file) };
}

/** A request of a file. */
export interface RequestLine {
  readonly request: MessageBatchRequest;
  /** File and number of the line. */
  readonly place: string;
  /** Part of the digest. */
  readonly text: string;
}

/**
 * Checks all requests before the first one is sent.
 *
 * @param source - The requests.
 * @param parameters - Whether to compare the parameters with the contract too. Default true.
 * @throws {CommandError} When the file cannot be read or a line is not a request; names the line.
 */
export async function checkRequestFile(source: RequestSource, parameters = true): Promise<RequestFileFacts> {
  const hash = createHash('sha256');
  const check = parameters ? await loadCheck() : undefined;
  let count = 0;
  let characters = 0;
  let maxOutputTokens = 0;
  for await (const { request, place, text } of source.read()) {
    hash.update(text).update('\n');
    check?.(request, place);
    count += 1;
    const { max_tokens: most, ...params } = request.params;
    characters += JSON.stringify(params).length;
    // Without the check, it can be anything.
    maxOutputTokens += Number(most) || 0;
  }
  return {
    count,
    digest: hash.digest('hex'),
    inputTokens: Math.ceil(characters / CHARACTERS_PER_TOKEN),
    maxOutputTokens,
  };
}

/** Loads the schemas for this command only: they take longer to load than the rest of the program. */
async function loadCheck(): Promise<(request: MessageBatchRequest, place: string) => void> {
  const { MessageBatchRequestSchema } = await import('@parlance/schemas/validation/inference');
  return (request, place) => {
    try {
      parseInput(MessageBatchRequestSchema, request);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      throw new CommandError('invalid_input', `${place}: ${error.message.replaceAll('\n', '; ')}`, {
        hint: 'Correct the line, or send all lines as they are with --no-check, for example to use new parameters.',
      });
    }
  };
}

/**
 * Reads the requests that were checked before.
 *
 * @throws {CommandError} At the end, when they are not the same ones. They may have been sent.
 */
export async function* readCheckedRequests(
  source: RequestSource,
  checked: Pick<RequestFileFacts, 'count' | 'digest'>,
): AsyncGenerator<MessageBatchRequest, undefined> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const { request, text } of source.read()) {
    hash.update(text).update('\n');
    count += 1;
    yield request;
  }
  if (hash.digest('hex') === checked.digest) return;
  const difference = `${count} requests instead of ${checked.count}`;
  throw new CommandError(
    'input_changed',
    `${source.file} changed while it was read${count === checked.count ? '' : `: ${difference}`}`,
    {
      hint: 'Restore the requests and run the command again, or send the changed ones with --restart.',
      exitCode: EXIT_CODES.failed,
    },
  );
}

/**
 * Opens a file of requests.
 *
 * @throws {CommandError} When it cannot be read.
 */
export async function openRequests(file: string): Promise<FileHandle> {
  return openUntrustedFile(file, { followLink: true }).catch((error: unknown) => {
    throw error instanceof FileError ? new CommandError('invalid_input', error.message) : error;
  });
}

/** Reads JSON lines. Empty lines are skipped. */
async function* readRequestFile(file: string): AsyncGenerator<RequestLine, undefined> {
  await using handle = await openRequests(file);
  let number = 0;
  // As Latin-1, lines have the bytes of the file, and end where JSON lines end: U+2028 is a part of them.
  for await (const bytes of handle.readLines({ encoding: 'latin1' })) {
    number += 1;
    const place = `${file}:${number}`;
    const line = decode(Buffer.from(bytes, 'latin1'), place);
    if (line.trim() === '') continue;
    yield { request: parseRequest(line, place), place, text: line };
  }
}

/** Decodes UTF-8, without the byte order mark that some editors write. */
function decode(bytes: Buffer, place: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid(place, 'expected UTF-8');
  }
}

function parseRequest(line: string, place: string): MessageBatchRequest {
  if (isTooDeep(line)) throw invalid(place, `nested more than ${MAX_DEPTH} levels deep`);
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw invalid(place, 'expected a JSON object');
  }
  const { custom_id: id, params } = (value ?? {}) as Partial<MessageBatchRequest>;
  if (typeof id !== 'string' || id === '')
    throw invalid(place, 'custom_id must be a string that is not empty');
  if (typeof params !== 'object' || params === null || Array.isArray(params))
    throw invalid(place, 'params must be an object, the parameters of the message');
  return value as MessageBatchRequest;
}

/** Returns whether lists and objects of a JSON text are nested too deeply. */
function isTooDeep(json: string): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length && depth <= MAX_DEPTH; at += 1) {
    const character = json.charAt(at);
    if (character === '"') isText = !isText;
    else if (character === '\\') at += 1;
    else if (isText) continue;
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
  }
  return depth > MAX_DEPTH;
}

function invalid(place: string, problem: string): CommandError {
  return new CommandError('invalid_input', `${place}: ${problem}`);
}
