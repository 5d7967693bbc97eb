/** Scenarios of the contract as data: requests whose placeholders are filled with the ids that a deployment returned. */
import { operations, type namingCodec, type Operation } from '@parlance/schemas';
import { createRouter } from '../engine/router.js';
import { valueAt } from '../input/json.js';
import mirrors from './mirror.json' with { type: 'json' };
import recorded from './scenarios.json' with { type: 'json' };

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
  /**
   * JSON body. In its texts, `{{0.id}}` is a member of the first response, `{{a*256}}` a repetition, `{{run}}` a text of 12 characters
   * that is different in each run, and `{{vendor}}` the name of the vendor.
   */
  readonly body?: unknown;
  /** Body that is not JSON. */
  readonly text?: string;
  /** Fields of a form. One with a `filename` is a file. */
  readonly form?: Readonly<Record<string, string | { readonly filename: string; readonly text: string }>>;
  /** Whether to repeat the request until the object is no longer being processed. */
  readonly settles?: true;
  /**
   * Members of the response, and the members of earlier ones that they equal: `{ "data.0": "0.data.2" }`. A `?` after a path means
   * whether it has a value.
   */
  readonly same?: Readonly<Record<string, string>>;
}

/** Requests that verify rules of the contract. */
export interface RuleScenario {
  /** Ids of the rules. */
  readonly rules: readonly string[];
  readonly steps: readonly ScenarioStep[];
  /** Whether the steps are about objects that are being processed, so that the time of the emulator must not jump ahead. */
  readonly processes?: true;
  /** Whether the steps only read what the deployment has, which no emulator can know: their responses are compared with each other. */
  readonly mirrors?: true;
}

/** All scenarios. The files are generated or written as data, and tests run all of them. */
export const scenarios: readonly RuleScenario[] = [...mirrors, ...recorded] as readonly RuleScenario[];

const route = createRouter(Object.values(operations));

/** Returns the operation of a step; undefined if the contract has none. */
export function operationOf({ line }: Pick<ScenarioStep, 'line'>): Operation | undefined {
  const [method = '', target = ''] = line.split(' ');
  const found = route(method, target.split('?')[0] ?? '');
  return found.kind === 'operation' ? found.match.operation : undefined;
}

/** A request as it is sent. */
export interface StepRequest {
  readonly method: string;
  readonly path: string;
  /** The path in the words of the documents. */
  readonly documentedPath: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData | null;
  /** The JSON body; undefined for any other. */
  readonly json: unknown;
}

/** Codec for the names of a deployment; undefined if they are those of the documents. */
export type Codec = ReturnType<typeof namingCodec>;

/** What a step is filled with. */
export interface StepContext {
  /** Bodies of the earlier responses. */
  readonly bodies: readonly unknown[];
  /** Text for `{{run}}`. */
  readonly run: string;
  readonly key: string | undefined;
  readonly codec: Codec;
}

/** Thrown when an earlier response lacks the member that a placeholder names. */
export class UnboundError extends Error {}

const PLACEHOLDER = /\{\{(?:run|vendor|\d+\.[^{}*]+|[^{}]+\*\d+)\}\}/g;

/**
 * Fills the placeholders of a step.
 *
 * @param step - The step.
 * @param operation - Its operation; undefined for a path that the contract does not know.
 * @param context - See {@link StepContext}.
 * @throws {UnboundError} When an earlier response lacks a member.
 */
export function requestOf(
  step: ScenarioStep,
  operation: Operation | undefined,
  context: StepContext,
): StepRequest {
  const { key, codec } = context;
  const word = codec?.encodeWord ?? ((text: string) => text);
  const [method = '', target = ''] = step.line.split(' ');
  const filledBody = filled(step.body, context);
  const json =
    operation === undefined ? filledBody : (codec?.encode(operation, 'body', filledBody) ?? filledBody);
  const text = step.text === undefined ? null : String(filled(step.text, context));
  const body = json === undefined ? (formOf(step, context) ?? text) : JSON.stringify(json);
  const headers = {
    ...(key !== undefined && { 'x-api-key': key }),
    'vendor-version': '2023-06-01',
    ...(operation?.beta !== undefined && { 'vendor-beta': operation.beta }),
    ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    ...step.headers,
  };
  const sent = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === null ? [] : [[codec?.encodeHeader(name) ?? name, name === 'vendor-beta' ? word(value) : value]],
  );
  return {
    method,
    path: word(String(filled(target, context))),
    documentedPath: String(filled(target, { ...context, codec: undefined })),
    headers: Object.fromEntries(sent),
    body,
    json,
  };
}

function formOf({ form }: ScenarioStep, context: StepContext): FormData | undefined {
  if (form === undefined) return undefined;
  const data = new FormData();
  for (const [name, value] of Object.entries(form))
    if (typeof value === 'string') data.append(name, String(filled(value, context)));
    else data.append(name, new Blob([value.text], { type: 'text/plain' }), value.filename);
  return data;
}

function filled(value: unknown, context: StepContext): unknown {
  if (typeof value === 'string')
    return value.replaceAll(PLACEHOLDER, (found) => textFor(found.slice(2, -2), context));
  if (Array.isArray(value)) return value.map((item) => filled(item, context));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value);
  return Object.fromEntries(members.map(([key, item]) => [filled(key, context), filled(item, context)]));
}

function textFor(placeholder: string, { bodies, run, codec }: StepContext): string {
  if (placeholder === 'run') return run;
  if (placeholder === 'vendor') return codec?.encodeWord('vendor') ?? 'vendor';
  const [, text, count] = /^(.+)\*(\d+)$/s.exec(placeholder) ?? [];
  if (text !== undefined) return text.repeat(Number(count));
  const [step, ...path] = placeholder.split('.');
  const value = valueAt(bodies[Number(step)], path.join('.'));
  if (typeof value !== 'string') throw new UnboundError(`No response has the member ${placeholder}.`);
  return value;
}
