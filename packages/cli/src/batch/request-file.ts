/** Reads the requests of a batch from a file of JSON lines. */
import { createHash, type Hash } from 'node:crypto';
import { FileError, openUntrustedFile } from '@parlance/files';
import type { MessageBatchRequest } from '@parlance/schemas/inference';
import { InputError, parseInput } from '@parlance/schemas/validation/kit';
import { CommandError } from '../command-error.js';
import { EXIT_CODES } from '../exit-codes.js';

/** Sending a value that is nested more deeply would overflow the stack. */
const MAX_DEPTH = 1_000;

/** What a file of requests contains. */
export interface RequestFileFacts {
  /** Number of requests. */
  readonly count: number;
  /** SHA-256 of the requests. A run that continues must find the same ones. */
  readonly digest: string;
}

/**
 * Checks all lines of the file before the first one is sent.
 *
 * @param file - The file.
 * @param parameters - Whether to compare the parameters with the contract too. Default true.
 * @throws {CommandError} When the file cannot be read or a line is not a request; names the line.
 */
export async function checkRequestFile(file: string, parameters = true): Promise<RequestFileFacts> {
  const hash = createHash('sha256');
  const check = parameters ? await loadCheck() : undefined;
  let count = 0;
  for await (const { request, place } of readRequestFile(file, hash)) {
    check?.(request, place);
    count += 1;
  }
  return { count, digest: hash.digest('hex') };
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
  file: string,
  checked: RequestFileFacts,
): AsyncGenerator<MessageBatchRequest, undefined> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const { request } of readRequestFile(file, hash)) {
    count += 1;
    yield request;
  }
  if (hash.digest('hex') === checked.digest) return;
  const difference = `${count} requests instead of ${checked.count}`;
  throw new CommandError(
    'input_changed',
    `${file} changed while it was read${count === checked.count ? '' : `: ${difference}`}`,
    {
      hint: 'Restore the requests and run the command again, or send the changed ones with --restart.',
      exitCode: EXIT_CODES.failed,
    },
  );
}

interface RequestLine {
  readonly request: MessageBatchRequest;
  /** File and number of the line. */
  readonly place: string;
}

/**
 * Reads the requests in their order. Memory does not depend on the size of the file.
 *
 * @param file - The file. Empty lines are skipped.
 * @param hash - Receives the lines.
 * @throws {CommandError} When the file cannot be read or a line is not a request; names the line.
 */
async function* readRequestFile(file: string, hash: Hash): AsyncGenerator<RequestLine, undefined> {
  await using handle = await openUntrustedFile(file, { followLink: true }).catch((error: unknown) => {
    throw error instanceof FileError ? new CommandError('invalid_input', error.message) : error;
  });
  let number = 0;
  // As Latin-1, lines have the bytes of the file, and end where JSON lines end: U+2028 is a part of them.
  for await (const bytes of handle.readLines({ encoding: 'latin1' })) {
    number += 1;
    const place = `${file}:${number}`;
    const line = decode(Buffer.from(bytes, 'latin1'), place);
    if (line.trim() === '') continue;
    hash.update(line).update('\n');
    yield { request: parseRequest(line, place), place };
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
