/**
 * Reading and validation of request headers.
 *
 * Rules: ADM-069, CMP-001, CMP-002, GEN-027, INF-006, INF-007, INF-008, INF-009, INF-010, INF-011, INF-076,
 * MAG-002, MAG-006.
 */
import type { KeyKind, Operation } from '@parlance/schemas';
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

const KEY =
  /^(?:(admin|compliance)|api)-([A-Za-z0-9](?:[A-Za-z0-9_.-]{0,62}[A-Za-z0-9])?)(?:@(wrkspc_[A-Za-z0-9]{1,64}))?$/;

/**
 * Reads the API key from `X-Api-Key` or `Authorization: Bearer`.
 *
 * @throws {Refusal} 401 when the key is missing, or is not a key of the emulator.
 */
export function identify(headers: RequestHeaders): Identity {
  const key = headerOf(headers, 'x-api-key') ?? bearerOf(headerOf(headers, 'authorization'));
  const parts = key === undefined ? null : KEY.exec(key);
  const [, kind = 'api', world, workspaceId] = parts ?? [];
  // Only API keys belong to a workspace.
  if (world === undefined || (kind !== 'api' && workspaceId !== undefined))
    throw invalidKey(key === undefined ? 'x-api-key header is required' : 'invalid x-api-key');
  return { kind: `${kind as 'api' | 'admin' | 'compliance'}-key`, world, workspaceId };
}

/** Creates the error of a missing or invalid key. */
export function invalidKey(message: string): Refusal {
  return new Refusal({ status: 401, type: 'authentication_error', rule: 'GEN-006', message });
}

function bearerOf(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : /^bearer +(\S+)$/i.exec(authorization)?.[1];
}

/** Whether a key of this kind may call an operation. An admin key may also list compliance activities. */
export function isAuthorized(operation: Operation, kind: KeyKind): boolean {
  return kind === operation.auth || (kind === 'admin-key' && operation.id === 'activities.list');
}

/**
 * Checks that a key is of the kind that an operation requires.
 *
 * @throws {Refusal} 403 when the key is of another kind.
 */
export function authorize(operation: Operation, kind: KeyKind): void {
  if (isAuthorized(operation, kind)) return;
  const rule = { 'api-key': 'GEN-006', 'admin-key': 'ADM-001', 'compliance-key': 'CMP-003' }[operation.auth];
  throw forbidden(rule, `This operation requires a key of kind ${operation.auth}, not ${kind}.`);
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
 * @returns The date; null when it is missing and the operation does not require it.
 * @throws {Refusal} 400 when it is missing or not a date.
 */
export function versionOf(operation: Operation, headers: RequestHeaders): string | null {
  const version = headerOf(headers, 'vendor-version');
  if (version === undefined && operation.path.startsWith('/v1/compliance/')) return null;
  if (version !== undefined && VERSION.test(version)) return version;
  const rule = versionRule(operation);
  const problem = version === undefined ? 'header is required' : 'must be a date, for example 2023-06-01';
  throw badRequest(rule, '', [inContract('vendor-version'), `: ${problem}`]);
}

function versionRule(operation: Operation): string {
  if (operation.path.startsWith('/v1/compliance/')) return 'CMP-008';
  if (operation.path.startsWith('/v1/organizations')) return 'ADM-002';
  return isInference(operation) ? 'INF-012' : 'MAG-003';
}

function isInference(operation: Operation): boolean {
  return operation.source.startsWith('inference');
}

/** Later beta names of an operation family, accepted in place of the required one. */
const LATER_NAMES: readonly (readonly [path: string, name: string])[] = [
  ['/v1/memory_stores', 'agent-memory-2026-07-22'],
  ['/v1/user_profiles', 'user-profiles-2026-08-18'],
];

/**
 * Reads `vendor-beta`: comma-separated, repeated, or both.
 *
 * @param strict - Whether to reject requests without the beta that the operation requires.
 * @throws {Refusal} 400 when the required beta is missing.
 */
export function betasOf(
  operation: Operation,
  headers: RequestHeaders,
  { version, strict }: { readonly version: string | null; readonly strict: boolean },
): readonly string[] {
  const header = headerOf(headers, 'vendor-beta');
  const names =
    header === undefined
      ? []
      : header
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '');
  const needed = operation.beta;
  if (needed === undefined || !strict || names.includes(needed)) return names;
  if (includesBetas(version)) return names;
  // Newer clients send none for files.
  if (operation.path.startsWith('/v1/files')) return names;
  if (LATER_NAMES.some(([path, name]) => operation.path.startsWith(path) && names.includes(name)))
    return names;
  const rule = operation.path.startsWith('/v1/user_profiles') ? 'MAG-005' : 'MAG-004';
  throw badRequest(rule, '', [inContract('vendor-beta'), `: this operation requires the beta ${needed}`]);
}

/**
 * Checks the content type of a request that has a body.
 *
 * @throws {Refusal} 400 when it is not the one that the operation requires.
 */
export function requireContentType(operation: Operation, headers: RequestHeaders): void {
  const type = headerOf(headers, 'content-type');
  const needed = operation.upload === 'multipart' ? 'multipart/form-data' : 'application/json';
  if (type?.split(';', 1)[0]?.trim().toLowerCase() === needed) return;
  throw badRequest(isInference(operation) ? 'INF-005' : 'MAG-007', 'content-type', `must be ${needed}`);
}
