/** Reads the requests of a batch from a file of JSON lines. */
import { createHash, type Hash } from 'node:crypto';
import { FileError, openUntrustedFile } from '@parlance/files';
import type { MessageBatchRequest } from '@parlance/schemas/inference';
import { CommandError } from '../command-error.js';
import { EXIT_CODES } from '../exit-codes.js';

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
 * @throws {CommandError} When the file cannot be read or a line is not a request; names the line.
 */
export async function checkRequestFile(file: string): Promise<RequestFileFacts> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const _ of readRequestFile(file, hash)) count += 1;
  return { count, digest: hash.digest('hex') };
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
  for await (const request of readRequestFile(file, hash)) {
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

/**
 * Reads the requests in their order. Memory does not depend on the size of the file.
 *
 * @param file - The file. Empty lines are skipped.
 * @param hash - Receives the lines.
 * @throws {CommandError} When the file cannot be read or a line is not a request; names the line.
 */
async function* readRequestFile(file: string, hash?: Hash): AsyncGenerator<MessageBatchRequest, undefined> {
  await using handle = await openUntrustedFile(file, { followLink: true }).catch((error: unknown) => {
    throw error instanceof FileError ? new CommandError('invalid_input', error.message) : error;
  });
  let number = 0;
  for await (const line of handle.readLines()) {
    number += 1;
    if (line.trim() === '') continue;
    hash?.update(line).update('\n');
    yield parseRequest(line, `${file}:${number}`);
  }
}

function parseRequest(line: string, place: string): MessageBatchRequest {
  let value: unknown;
  try {
    // Some editors write a byte order mark.
    value = JSON.parse(line.replace(/^\uFEFF/, ''));
  } catch {
    throw invalid(place, 'expected a JSON object');
  }
  const { custom_id: id, params } = (value ?? {}) as Partial<MessageBatchRequest>;
  if (typeof id !== 'string' || id === '')
    throw invalid(place, 'custom_id must be a string that is not empty');
  if (typeof params !== 'object' || params === null || Array.isArray(params))
    throw invalid(place, 'params must be an object, the parameters of the message');
  // The service checks the parameters, and reports a problem as the result of the request.
  return value as MessageBatchRequest;
}

function invalid(place: string, problem: string): CommandError {
  return new CommandError('invalid_input', `${place}: ${problem}`);
}
