import type { Activity } from '@parlance/schemas/compliance';
import { actorOf, endpointOf, type OcsfUser } from './ocsf-actor.js';
import type { OcsfMapping, OcsfStatus } from './ocsf-mapping.js';
import { objectOf } from './ocsf-object.js';

/** The product that events are attributed to. */
export interface OcsfProduct {
  /** `metadata.product.name`. */
  readonly name: string;
  /** `metadata.product.vendor_name`. */
  readonly vendor: string;
}

/** Fields of an activity, including those of types that this release does not know. */
export type ActivityRecord = Activity & Readonly<Record<string, unknown>>;

/** What an event is about: its class, activity and object. */
export interface EventTarget {
  readonly className: string;
  readonly activity: string;
  readonly object: string;
  readonly status: OcsfStatus;
}

const STATUS_IDS: Readonly<Record<OcsfStatus, number>> = { unknown: 0, success: 1, failure: 2 };

/** Activity of an API request by its method. */
const METHODS: Readonly<Record<string, string>> = {
  GET: 'Read',
  POST: 'Create',
  PUT: 'Update',
  PATCH: 'Update',
  DELETE: 'Delete',
};

/** Returns the OCSF event of an activity. */
export function ocsfEvent(mapping: OcsfMapping, product: OcsfProduct, body: Activity): object {
  const activity = body as ActivityRecord;
  const target = targetOf(mapping, activity);
  const actor = actorOf(activity.actor);
  return {
    ...classification(mapping, target, activity),
    time: timeOf(activity),
    severity_id: 1,
    severity: 'Informational',
    status_id: STATUS_IDS[target.status],
    status: capitalized(target.status),
    metadata: metadataOf(mapping, product, activity),
    actor: { user: actor },
    src_endpoint: endpointOf(activity.actor),
    ...httpRequestOf(activity),
    ...attributesOf(target, activity, { actor, product }),
    unmapped: unmappedOf(activity),
  };
}

function targetOf({ activities }: OcsfMapping, activity: ActivityRecord): EventTarget | UnknownTarget {
  const { type } = activity;
  const known = type !== undefined && Object.hasOwn(activities, type) ? activities[type] : undefined;
  if (known === undefined)
    return { className: null, activity: type ?? 'unknown', object: '', status: 'unknown' };
  const [className, name, object, status = 'success'] = known;
  if (className !== 'api_activity') return { className, activity: name, object, status };
  const { request_method: method, status_code: code } = activity;
  return {
    className,
    activity: METHODS[String(method)] ?? name,
    object,
    status: typeof code !== 'number' ? 'unknown' : code < 400 ? 'success' : 'failure',
  };
}

/** A type of activity that the mapping does not have. */
interface UnknownTarget extends Omit<EventTarget, 'className'> {
  readonly className: null;
}

function classification(
  { classes }: OcsfMapping,
  target: EventTarget | UnknownTarget,
  activity: ActivityRecord,
): object {
  const known = target.className === null ? undefined : classes[target.className];
  const { uid, caption } = known ?? { uid: 0, caption: 'Base Event' };
  // 99 is Other. The name is then that of the source.
  const activityId = known?.activities[target.activity] ?? 99;
  const activityName = activityId === 99 ? (activity.type ?? 'unknown') : target.activity;
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

const CATEGORIES: Readonly<Record<number, string>> = {
  0: 'Uncategorized',
  3: 'Identity & Access Management',
  6: 'Application Activity',
};

function metadataOf(
  { version }: OcsfMapping,
  product: OcsfProduct,
  { id, type, created_at, organization_id }: ActivityRecord,
): object {
  return {
    version,
    product: { name: product.name, vendor_name: product.vendor },
    uid: id,
    event_code: type,
    original_time: created_at,
    tenant_uid: organization_id ?? undefined,
    log_name: 'compliance activities',
  };
}

/** Milliseconds since 1970; 0 if the activity has no time. */
function timeOf({ created_at }: ActivityRecord): number {
  const time = Date.parse(created_at ?? '');
  return Number.isNaN(time) ? 0 : time;
}

function httpRequestOf({ actor, url, request_method }: ActivityRecord): object {
  const { user_agent } = (actor ?? {}) as { user_agent?: unknown };
  const request = {
    user_agent: typeof user_agent === 'string' ? user_agent : undefined,
    http_method: typeof request_method === 'string' ? request_method : undefined,
    url: typeof url === 'string' ? { url_string: url } : undefined,
  };
  return Object.values(request).some((value) => value !== undefined) ? { http_request: request } : {};
}

/** Attributes that the class requires. */
function attributesOf(
  { className, object: type }: EventTarget | UnknownTarget,
  activity: ActivityRecord,
  { actor, product }: { readonly actor: OcsfUser; readonly product: OcsfProduct },
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
      return { group: object, ...optional('user', memberOf(activity)) };
    case 'api_activity':
      return { api: apiOf(activity) };
    default:
      return {};
  }
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
  if (uid === undefined && email === undefined) return null;
  return { uid, name: email ?? uid, email_addr: email, type: 'User', type_id: 1 };
}

function memberOf({ member_ids }: ActivityRecord): OcsfUser | null {
  const [uid] = Array.isArray(member_ids) ? (member_ids as unknown[]) : [];
  return typeof uid === 'string' ? { uid, name: uid, type: 'User', type_id: 1 } : null;
}

function roleOf(activity: ActivityRecord): string {
  return firstText(activity, ['current_role', 'role_name', 'role', 'role_id']) ?? 'unknown';
}

function firstText(activity: ActivityRecord, fields: readonly string[]): string | undefined {
  return fields.map((field) => activity[field]).find((value) => typeof value === 'string');
}

function optional(name: string, value: object | null): object {
  return value === null ? {} : { [name]: value };
}

function unmappedOf(activity: ActivityRecord): object {
  const { id: _id, type: _type, created_at: _time, organization_id: _organization, ...rest } = activity;
  return rest;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
