/** One cheap question for each key, before a run: a wrong key or address would be hundreds of differences otherwise. */
import { itemsOf } from '../input/json.js';
import type { Reply } from './alignment.js';
import { operationOf, requestOf, type Codec } from './scenario.js';
import { send, type Target } from './target.js';

const QUESTIONS = [
  { key: 'api', variable: 'PARLANCE_API_KEY', line: 'GET /v1/models?limit=1' },
  { key: 'admin', variable: 'PARLANCE_ADMIN_KEY', line: 'GET /v1/organizations/users?limit=1' },
  { key: 'compliance', variable: 'PARLANCE_COMPLIANCE_KEY', line: 'GET /v1/compliance/organizations' },
] as const;

/** Result of a probe. */
export interface Probe {
  /** The option to correct. Undefined if the deployment can be compared. */
  readonly problem?: string;
  /** Keys whose requests the deployment does not serve. */
  readonly warnings: readonly string[];
}

/**
 * Asks one question for each key.
 *
 * @param target - The deployment.
 * @param codec - Its names.
 * @param signal - Aborts the requests.
 * @throws {ConnectionError} When the deployment is unreachable.
 */
export async function probe(target: Target, codec: Codec, signal: AbortSignal): Promise<Probe> {
  const replies = await Promise.all(
    QUESTIONS.filter(({ key }) => target.keys[key] !== undefined).map(async (question) => {
      const operation = operationOf(question);
      const context = { bodies: [], run: '', key: target.keys[question.key], codec };
      const request = requestOf(question, operation, context);
      const reply = await send(target, request, { operation, codec }, signal);
      const { status } = reply;
      const isServed = status === 200 && itemsOf(reply.json, operation) !== undefined;
      return { ...question, reply, isServed, isRefused: status === 401 || status === 403 };
    }),
  );
  const refused = replies.filter(({ isRefused }) => isRefused);
  const others = replies.filter(({ isServed, isRefused }) => !isServed && !isRefused);
  const sentences =
    replies.every(({ isServed }) => !isServed) && target.url.endsWith('/v1') ? [BASE_URL] : [];
  for (const { variable, line, reply } of refused)
    sentences.push(
      `${variable}: the deployment answered ${line} with ${reply.status}; the key is not valid for it`,
    );
  const [first] = others;
  if (sentences.length === 0 && first !== undefined && others.length === replies.length) {
    // A deployment with other names lacks the version header.
    const option = first.reply.status === 400 ? '--against or --naming' : '--against';
    sentences.push(`${option}: ${target.url} does not reply as the service: ${shown(first)}`);
  }
  const [problem] = sentences;
  const warnings = others.map((one) => `${one.variable} may be superfluous: ${shown(one)}`);
  return problem === undefined ? { warnings } : { problem: sentences.join('\n  '), warnings: [] };
}

const BASE_URL = '--against: must not end with /v1, which is part of each path';

function shown({ line, reply }: { readonly line: string; readonly reply: Reply }): string {
  const type = String(reply.headers['content-type'] ?? '');
  return `it answered ${line} with ${`${reply.status} ${type}`.trim()}`;
}
