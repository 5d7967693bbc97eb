import type { KnownActivityType } from '@parlance/schemas/compliance';

/** The classes of a version of OCSF that its mapping uses, by name. */
export interface OcsfClasses {
  readonly [name: string]: {
    /** `class_uid`. Its thousands are the `category_uid`. */
    readonly uid: number;
    /** `class_name`. */
    readonly caption: string;
    /** `activity_id` by `activity_name`. */
    readonly activities: Readonly<Record<string, number>>;
  };
}

/** How events of a type end. `unknown`: the type does not say. */
export type OcsfStatus = 'success' | 'failure' | 'unknown';

/**
 * Class, activity, kind of object and status of a type of activity. The status is `success` if it is absent.
 *
 * @typeParam Classes - The classes of the version.
 */
export type OcsfTarget<Classes extends OcsfClasses = OcsfClasses> = {
  readonly [Name in keyof Classes & string]: readonly [
    className: Name,
    activity: keyof Classes[Name]['activities'] & string,
    object: string,
    status?: OcsfStatus,
  ];
}[keyof Classes & string];

/**
 * A target for every known type of activity.
 *
 * @typeParam Classes - The classes of the version.
 */
export type OcsfTargets<Classes extends OcsfClasses> = Readonly<
  Record<KnownActivityType, OcsfTarget<Classes>>
>;

/** The mapping of activities to a version of OCSF, as data. */
export interface OcsfMapping {
  /** Version of OCSF. */
  readonly version: string;
  /** The classes that are used. */
  readonly classes: OcsfClasses;
  /** The targets by type of activity. */
  readonly activities: Readonly<Record<string, OcsfTarget>>;
}
