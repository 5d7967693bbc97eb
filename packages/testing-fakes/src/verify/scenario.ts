/** Scenarios of the contract as data: requests whose placeholders are filled with the ids that a deployment returned. */
import type { Operation } from '@parlance/schemas';
import type { namingCodec } from '@parlance/schemas';

/** The key of a step: one of the deployment's, none, or one that no deployment knows. */
export type StepKey = 'api' | 'admin' | 'compliance' | 'none' | 'unknown';

/** One request of a scenario. */
export interface ScenarioStep {
  /** Method and path with the query, for example `GET /v1/vaults/{{0.id}}`. */
  readonly line: string;
  /** Default `api`. */
  readonly key?: StepKey;
  /** Headers in addition to the usual ones; null omits one. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** JSON body. In its texts, `{{0.id}}` is a member of the first response, and `{{a*256}}` a repetition. */
  readonly body?: unknown;
  /** Body that is not JSON. */
  readonly text?: string;
  /** Whether to repeat the request until the object is no longer being processed. */
  readonly settles?: true;
}

/** Requests that verify rules of the contract. */
export interface RuleScenario {
  /** Ids of the rules. */
  readonly rules: readonly string[];
  readonly steps: readonly ScenarioStep[];
}

/** A request as it is sent. */
export interface StepRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** The JSON body; undefined for any other. */
  readonly json: unknown;
}

/** Codec for the names of a deployment; undefined if they are those of the documents. */
export type Codec = ReturnType<typeof namingCodec>;

/** Thrown when an earlier response lacks the member that a placeholder names. */
export class UnboundError extends Error {}

const PLACEHOLDER = /\{\{(?:(\d+)\.([^{}*]+)|([^{}]+)\*(\d+))\}\}/g;

/**
 * Fills the placeholders of a step.
 *
 * @param step - The step.
 * @param operation - Its operation; undefined for a path that the contract does not know.
 * @param context - Bodies of the earlier responses, the key to send, and the names of the deployment.
 * @throws {UnboundError} When an earlier response lacks a member.
 */
export function requestOf(
  step: ScenarioStep,
  operation: Operation | undefined,
  context: { readonly bodies: readonly unknown[]; readonly key: string | undefined; readonly codec: Codec },
): StepRequest {
  const { bodies, key, codec } = context;
  const [method = '', target = ''] = step.line.split(' ');
  const encode = (value: unknown): unknown =>
    operation === undefined || codec === undefined ? value : codec.encode(operation, 'body', value);
  const json = step.body === undefined ? undefined : encode(filled(step.body, bodies));
  const text = step.text === undefined ? undefined : String(filled(step.text, bodies));
  const body = json === undefined ? (text ?? null) : JSON.stringify(json);
  const headers = Object.entries({
    ...(key !== undefined && { 'x-api-key': key }),
    'vendor-version': '2023-06-01',
    ...(operation?.beta !== undefined && { 'vendor-beta': operation.beta }),
    ...(body !== null && { 'content-type': 'application/json' }),
    ...step.headers,
  }).flatMap(([name, value]): [string, string][] =>
    value === null
      ? []
      : [
          [
            codec?.encodeHeader(name) ?? name,
            name === 'vendor-beta' ? (codec?.encodeWord(value) ?? value) : value,
          ],
        ],
  );
  return { method, path: String(filled(target, bodies)), headers: Object.fromEntries(headers), body, json };
}

function filled(value: unknown, bodies: readonly unknown[]): unknown {
  if (typeof value === 'string')
    return value.replaceAll(
      PLACEHOLDER,
      (_, step: string | undefined, path: string, text: string, count: string) =>
        step === undefined ? text.repeat(Number(count)) : memberOf(bodies[Number(step)], path),
    );
  if (Array.isArray(value)) return value.map((item) => filled(item, bodies));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [String(filled(key, bodies)), filled(item, bodies)]),
  );
}

function memberOf(body: unknown, path: string): string {
  const value = path
    .split('.')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | null | undefined)?.[key], body);
  if (typeof value !== 'string') throw new UnboundError(`No response has the member ${path}.`);
  return value;
}
