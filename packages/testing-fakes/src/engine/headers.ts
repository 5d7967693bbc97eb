/**
 * Reading and validation of request headers.
 *
 * Rules: ADM-069, CMP-001, CMP-002, GEN-027, INF-006, INF-007, INF-008, INF-009, INF-010, INF-011, INF-076,
 * MAG-002, MAG-006.
 */
import type { KeyKind, Operation } from '@parlance/schemas';
import type { Conventions } from './conventions.js';
import type { RequestHeaders } from './message.js';
import { badRequest, forbidden, inContract, Refusal } from './refusal.js';

/** World and kind of an API key. */
export interface Identity {
  readonly kind: KeyKind;
  readonly world: string;
  /** Workspace of an API key; undefined for the default workspace. */
  readonly workspaceId?: string | undefined;
}

/** Returns the value of a header, with repeated values joined by `, `; undefined when it is missing. */
export function headerOf(headers: RequestHeaders, name: string): string | undefined {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return typeof value === 'string' || value === undefined ? value : value.join(', ');
}

const KEY = /^([a-z]+)-([A-Za-z0-9](?:[A-Za-z0-9_.-]{0,62}[A-Za-z0-9])?)(?:@(\w{1,80}))?$/;

/**
 * Reads the API key from `X-Api-Key` or `Authorization: Bearer`.
 *
 * @param kinds - Kinds of keys that the services have.
 * @throws {Refusal} 401 when the key is missing, or is not a key of the emulator.
 */
export function identify(headers: RequestHeaders, kinds: ReadonlySet<string>): Identity {
  const key = headerOf(headers, 'x-api-key') ?? bearerOf(headerOf(headers, 'authorization'));
  const [, name, world, workspaceId] = (key === undefined ? null : KEY.exec(key)) ?? [];
  const kind = `${name}-key`;
  if (world === undefined || !kinds.has(kind))
    throw invalidKey(key === undefined ? 'x-api-key header is required' : 'invalid x-api-key');
  // The kinds are those of operations.
  return { kind: kind as KeyKind, world, workspaceId };
}

/** Creates the error of a missing or invalid key. */
export function invalidKey(message: string): Refusal {
  return new Refusal({ status: 401, type: 'authentication_error', rule: 'GEN-006', message });
}

function bearerOf(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : /^bearer +(\S+)$/i.exec(authorization)?.[1];
}

/** Whether a key of this kind may call an operation. */
export function isAuthorized(operation: Operation, kind: KeyKind, { acceptsKey }: Conventions): boolean {
  return kind === operation.auth || acceptsKey(operation, kind);
}

/**
 * Checks that a key is of the kind that an operation requires.
 *
 * @throws {Refusal} 403 when the key is of another kind.
 */
export function authorize(operation: Operation, kind: KeyKind, conventions: Conventions): void {
  if (!isAuthorized(operation, kind, conventions))
    throw forbidden(
      conventions.rulesOf(operation).key,
      `This operation requires a key of kind ${operation.auth}, not ${kind}.`,
    );
}

const VERSION = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
/** Last version in which beta operations and fields require a beta header. */
const LAST_BETA_VERSION = '2023-06-01';

/** Whether an API version includes the beta features, some of them in a later form. */
export function includesBetas(version: string | null): boolean {
  return version !== null && version > LAST_BETA_VERSION;
}

/**
 * Reads `vendor-version`.
 *
 * @returns The date; null when it is missing and not required.
 * @throws {Refusal} 400 when it is missing or not a date.
 */
export function versionOf(
  operation: Operation,
  headers: RequestHeaders,
  { rulesOf, isVersionRequired }: Conventions,
): string | null {
  const version = headerOf(headers, 'vendor-version');
  if (version === undefined && !isVersionRequired) return null;
  if (version !== undefined && VERSION.test(version)) return version;
  const problem = version === undefined ? 'header is required' : 'must be a date, for example 2023-06-01';
  throw badRequest(rulesOf(operation).version, '', [inContract('vendor-version'), `: ${problem}`]);
}

/** What decides about the beta that an operation requires. */
export interface BetaChecks {
  readonly version: string | null;
  /** Whether to reject requests without the beta that the operation requires. */
  readonly strict: boolean;
  readonly conventions: Conventions;
}

/**
 * Reads `vendor-beta`: comma-separated, repeated, or both.
 *
 * @throws {Refusal} 400 when the required beta is missing.
 */
export function betasOf(
  operation: Operation,
  headers: RequestHeaders,
  { version, strict, conventions }: BetaChecks,
): readonly string[] {
  const names = (headerOf(headers, 'vendor-beta') ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const needed = operation.beta;
  if (needed === undefined || !strict || names.includes(needed)) return names;
  if (includesBetas(version) || conventions.acceptsBetas(operation, names)) return names;
  throw badRequest(conventions.rulesOf(operation).beta, '', [
    inContract('vendor-beta'),
    `: this operation requires the beta ${needed}`,
  ]);
}

/**
 * Checks the content type of a request that has a body.
 *
 * @param rule - Id of the rule that requires it.
 * @throws {Refusal} 400 when it is not the one that the operation requires.
 */
export function requireContentType(operation: Operation, headers: RequestHeaders, rule: string): void {
  const type = headerOf(headers, 'content-type');
  const needed = operation.upload === 'multipart' ? 'multipart/form-data' : 'application/json';
  if (type?.split(';', 1)[0]?.trim().toLowerCase() === needed) return;
  throw badRequest(rule, 'content-type', `must be ${needed}`);
}
