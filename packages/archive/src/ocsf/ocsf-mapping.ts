/** Classes, activities and objects of OCSF. They are the same in all versions that `ocsf` supports. */
import activities from './ocsf-activities.json' with { type: 'json' };
import classes from './ocsf-classes.json' with { type: 'json' };
import objects from './ocsf-objects.json' with { type: 'json' };

/** A class that the mapping uses. */
interface OcsfClass {
  /** `class_uid`. Its thousands are the `category_uid`. */
  readonly uid: number;
  /** `class_name`. */
  readonly caption: string;
  /** `activity_id` by `activity_name`. */
  readonly activities: Readonly<Record<string, number>>;
}

/** The classes by name. */
export const ocsfClasses: Readonly<Record<string, OcsfClass>> = classes;

/** How events of a type end. `unknown`: the type does not say. */
export type OcsfStatus = 'success' | 'failure' | 'unknown';

/** How a type of activity is described in OCSF. */
interface OcsfTarget {
  /** Name of the class. */
  readonly class: string;
  /** `activity_name`. */
  readonly activity: string;
  /** Kind of object. */
  readonly object: string;
  /** `success` if it is absent. */
  readonly status?: OcsfStatus;
}

/** The targets by type of activity. */
export const ocsfActivities = activities as Readonly<Record<string, OcsfTarget>>;

/** Fields that identify objects: ids in order of preference, and the name. */
interface ObjectFields {
  readonly uid: readonly string[];
  readonly name?: string;
}

/** The fields by kind of object. */
export const ocsfObjects: Readonly<Record<string, ObjectFields>> = objects;

/** What differs between the versions of OCSF. */
export interface OcsfRules {
  /** Classes in which `actor` belongs to the profile `host`. */
  readonly hostClasses: readonly string[];
  /** Classes without `http_request`. */
  readonly classesWithoutRequest: readonly string[];
  /** Whether Group Management requires a user or privileges, which the creation and deletion of a group do not have. */
  readonly groupsNeedUser: boolean;
  /** Values of `http_method`. */
  readonly methods: readonly string[];
}

/** What an event is about: its class, activity and object. */
export interface EventTarget {
  /** Name of the class; null for the Base Event. */
  readonly className: string | null;
  readonly activity: string;
  readonly object: string;
  readonly status: OcsfStatus;
}

/** Versions of OCSF that {@link ocsf} supports. */
export type OcsfVersion = '1.3.0' | '1.8.0';

const METHODS = ['CONNECT', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'TRACE'];

/** The rules of each version. Tests compare events with the official schema. */
export const ocsfRules: Readonly<Record<OcsfVersion, OcsfRules>> = {
  '1.3.0': {
    hostClasses: ['entity_management', 'user_access', 'group_management', 'web_resources_activity'],
    classesWithoutRequest: ['file_hosting'],
    groupsNeedUser: true,
    methods: METHODS,
  },
  '1.8.0': {
    hostClasses: ['web_resources_activity'],
    classesWithoutRequest: [],
    groupsNeedUser: false,
    methods: [...METHODS, 'PATCH'],
  },
};
