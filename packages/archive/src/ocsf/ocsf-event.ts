import type { Activity } from '@parlance/schemas/compliance';
import { actorOf, endpointOf, textOf, userWith, type OcsfUser } from './ocsf-actor.js';
import {
  ocsfActivities,
  ocsfClasses,
  ocsfObjects,
  ocsfRules,
  type EventTarget,
  type OcsfRules,
  type OcsfStatus,
  type OcsfVersion,
} from './ocsf-mapping.js';

/** The product that events are attributed to. */
export interface OcsfProduct {
  /** `metadata.product.name`. */
  readonly name: string;
  /** `metadata.product.vendor_name`. */
  readonly vendor: string;
}

/** Fields of an activity, including those of types that this release does not know. */
type ActivityRecord = Activity & Readonly<Record<string, unknown>>;

const STATUS_IDS: Readonly<Record<OcsfStatus, number>> = { unknown: 0, success: 1, failure: 2 };

/** Activity of an API request by its method. */
const METHODS: Readonly<Record<string, string>> = {
  GET: 'Read',
  POST: 'Create',
  PUT: 'Update',
  PATCH: 'Update',
  DELETE: 'Delete',
};

/** `severity_id` by `severity`. */
const SEVERITIES = { Informational: 1, Low: 2, Medium: 3, High: 4 } as const;

/** Activities that remove something. */
const REMOVALS = new Set(['Delete', 'Revoke Privileges', 'Remove User']);
const KEYS = new Set(['api_actor', 'admin_api_key_actor']);

/** What all events of an export have in common. */
export interface EventOptions {
  readonly version: OcsfVersion;
  readonly product: OcsfProduct;
}

/** Returns the OCSF event of an activity, or one for each member of a group that it names. */
export function ocsfEvents(options: EventOptions, body: Activity): object | readonly object[] {
  const activity = body as ActivityRecord;
  const target = targetOf(activity, ocsfRules[options.version]);
  if (target.className !== 'group_management') return eventOf(options, target, activity);
  const [first, ...others] = membersOf(activity);
  if (others.length === 0) return eventOf(options, target, activity, { member: first });
  return [first, ...others].map((member, index) =>
    eventOf(options, target, activity, { member, number: index + 1 }),
  );
}

/** @param one - The member that the event is about, and its number if the activity has several. */
function eventOf(
  options: EventOptions,
  target: EventTarget,
  activity: ActivityRecord,
  { member, number }: { readonly member?: OcsfUser | undefined; readonly number?: number } = {},
): object {
  const { hostClasses, classesWithoutRequest, methods } = ocsfRules[options.version];
  const { className, status } = target;
  const actor = actorOf(activity.actor);
  const isHost = className !== null && hostClasses.includes(className);
  const hasRequest = className !== null && !classesWithoutRequest.includes(className);
  return {
    ...classification(target, activity),
    time: timeOf(activity),
    ...severityOf(target, activity),
    status_id: STATUS_IDS[status],
    status: capitalized(status),
    metadata: metadataOf(options, activity, { isHost, number }),
    ...(className !== null && { actor: { user: actor }, src_endpoint: endpointOf(activity.actor) }),
    ...(hasRequest && httpRequestOf(activity, methods)),
    ...attributesOf(target, activity, { actor, product: options.product, member }),
    unmapped: unmappedOf(activity),
  };
}

function targetOf(activity: ActivityRecord, { groupsNeedUser }: OcsfRules): EventTarget {
  const { type } = activity;
  const known =
    typeof type === 'string' && Object.hasOwn(ocsfActivities, type) ? ocsfActivities[type] : undefined;
  if (known === undefined)
    return { className: null, activity: type ?? 'unknown', object: '', status: 'unknown' };
  const { class: className, activity: name, object, status = 'success' } = known;
  if (className === 'group_management' && groupsNeedUser && membersOf(activity).length === 0) {
    const change = name === 'Create' || name === 'Delete' ? name : 'Update';
    return { className: 'entity_management', activity: change, object, status };
  }
  if (className !== 'api_activity') return { className, activity: name, object, status };
  const { request_method: method, status_code: code } = activity;
  return {
    className,
    activity: METHODS[String(method)] ?? name,
    object,
    status: typeof code !== 'number' ? 'unknown' : code < 400 ? 'success' : 'failure',
  };
}

function classification({ className, activity: name }: EventTarget, activity: ActivityRecord): object {
  const known = className === null ? undefined : ocsfClasses[className];
  const { uid, caption } = known ?? { uid: 0, caption: 'Base Event' };
  // 99 is Other. The name is then that of the source.
  const activityId = known?.activities[name] ?? 99;
  const activityName = activityId === 99 ? String(activity.type ?? 'unknown') : name;
  const category = Math.floor(uid / 1000);
  return {
    category_uid: category,
    category_name: CATEGORIES[category],
    class_uid: uid,
    class_name: caption,
    activity_id: activityId,
    activity_name: activityName,
    type_uid: uid * 100 + activityId,
    type_name: `${caption}: ${activityName}`,
  };
}

/**
 * Returns the severity of an event: `High` for a deletion by a key, `Medium` for a failed sign-in and a change of roles, `Low` for any other
 * deletion or failure, `Informational` for everything else.
 */
function severityOf(
  { className, activity, status }: EventTarget,
  { actor }: ActivityRecord,
): { readonly severity_id: number; readonly severity: string } {
  const isFailure = status === 'failure';
  const isRemoval = REMOVALS.has(activity);
  const severity =
    isRemoval && !isFailure && KEYS.has(actor?.type ?? '')
      ? 'High'
      : className === 'user_access' || (className === 'authentication' && isFailure)
        ? 'Medium'
        : isRemoval || isFailure
          ? 'Low'
          : 'Informational';
  return { severity_id: SEVERITIES[severity], severity };
}

const CATEGORIES: Readonly<Record<number, string>> = {
  0: 'Uncategorized',
  3: 'Identity & Access Management',
  6: 'Application Activity',
};

function metadataOf(
  { version, product }: EventOptions,
  { id, type, created_at, organization_id }: ActivityRecord,
  { isHost, number }: { readonly isHost: boolean; readonly number: number | undefined },
): object {
  return {
    version,
    profiles: isHost ? ['host'] : undefined,
    product: { name: product.name, vendor_name: product.vendor },
    uid: number === undefined ? textOf(id) : `${id}/${number}`,
    correlation_uid: number === undefined ? undefined : textOf(id),
    event_code: textOf(type),
    original_time: textOf(created_at),
    tenant_uid: textOf(organization_id),
    log_name: 'compliance activities',
  };
}

/** Milliseconds since 1970; 0 if the activity has no time. */
function timeOf({ created_at }: ActivityRecord): number {
  const time = Date.parse(String(created_at));
  return Number.isNaN(time) ? 0 : time;
}

function httpRequestOf({ actor, url, request_method }: ActivityRecord, methods: readonly string[]): object {
  const { user_agent } = (actor ?? {}) as { user_agent?: unknown };
  const method = textOf(request_method);
  const request = {
    user_agent: textOf(user_agent),
    http_method: method !== undefined && methods.includes(method) ? method : undefined,
    url: typeof url === 'string' ? { url_string: url } : undefined,
  };
  return Object.values(request).some((value) => value !== undefined) ? { http_request: request } : {};
}

/** Attributes that the class requires. */
function attributesOf(
  { className, object: type }: EventTarget,
  activity: ActivityRecord,
  { actor, product, member }: { actor: OcsfUser; product: OcsfProduct; member: OcsfUser | undefined },
): object {
  const object = objectOf(type, activity);
  switch (className) {
    case 'entity_management':
      return { entity: { ...object, type } };
    case 'web_resources_activity':
      return { web_resources: [{ ...object, type }] };
    case 'file_hosting':
      return { file: { ...object, type: 'Regular File', type_id: 1 } };
    case 'authentication':
      return { user: actor, service: { name: product.name } };
    case 'account_change':
      return { user: userOf(activity) ?? actor };
    case 'user_access':
      return { user: userOf(activity) ?? actor, privileges: [roleOf(activity)] };
    case 'group_management':
      return { group: object, user: member };
    case 'api_activity':
      return { api: apiOf(activity) };
    default:
      return {};
  }
}

/** The id and the name of the object. The name is the kind of object if the activity names nothing else. */
function objectOf(kind: string, activity: ActivityRecord): { uid?: string; name: string } {
  const fields = ocsfObjects[kind];
  const uid = fields?.uid.map((field) => activity[field]).find(isText);
  const name = fields?.name === undefined ? undefined : activity[fields.name];
  return { ...(uid === undefined ? {} : { uid }), name: isText(name) ? name : (uid ?? kind) };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function apiOf({ request_method, url, request_id, status_code }: ActivityRecord): object {
  const path =
    typeof url === 'string' ? url.replace(/^https?:\/\/[^/]*/, '').replace(/[?#].*$/, '') : 'unknown';
  return {
    operation: `${typeof request_method === 'string' ? request_method : 'GET'} ${path}`,
    request: typeof request_id === 'string' ? { uid: request_id } : undefined,
    response: typeof status_code === 'number' ? { code: status_code } : undefined,
  };
}

/** The user that an activity changed; null if it does not name one. */
function userOf(activity: ActivityRecord): OcsfUser | null {
  const uid = firstText(activity, ['user_id', 'deleted_user_id', 'target_id', 'principal_id']);
  const email = firstText(activity, ['user_email', 'deleted_user_email', 'invited_email']);
  return uid === undefined && email === undefined
    ? null
    : userWith({ uid, email, fallback: uid ?? 'unknown' });
}

/** The members that were added to a group or removed from it. */
function membersOf({ member_ids }: ActivityRecord): readonly OcsfUser[] {
  const ids = Array.isArray(member_ids) ? (member_ids as unknown[]) : [];
  return ids.filter((id) => typeof id === 'string').map((uid) => userWith({ uid, fallback: uid }));
}

function roleOf(activity: ActivityRecord): string {
  return firstText(activity, ['current_role', 'role_name', 'role', 'role_id']) ?? 'unknown';
}

function firstText(activity: ActivityRecord, fields: readonly string[]): string | undefined {
  return fields.map((field) => activity[field]).find((value) => typeof value === 'string');
}

function unmappedOf(activity: ActivityRecord): object {
  const { id: _id, type: _type, created_at: _time, organization_id: _organization, ...rest } = activity;
  return rest;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
