import { wrong } from '../option-checks.js';
import type { RecordMapping } from '../sinks/record-mapping.js';
import { ocsfEvents, type OcsfProduct } from './ocsf-event.js';
import { ocsfRules, type OcsfVersion } from './ocsf-mapping.js';

export type { OcsfVersion } from './ocsf-mapping.js';

/** Options for {@link ocsf}. */
export interface OcsfOptions {
  /** Version of OCSF. Default: `1.3.0`. */
  readonly version?: OcsfVersion | undefined;
  /** Product that the events are attributed to. Default: name `assistant`, vendor `vendor`. */
  readonly product?: OcsfProduct | undefined;
}

/**
 * Returns a mapping for {@link http} that turns activities into events of the Open Cybersecurity Schema Framework (OCSF), for SIEMs and
 * security data lakes. Other kinds of records are left out.
 *
 * Every known type of activity has a class and an activity. Types that this release does not know become a Base Event. Nothing is lost:
 * all fields are in `unmapped`, and the type is in `metadata.event_code`. An activity that names several members of a group becomes an
 * event for each, because an event has one user.
 *
 * The events are valid by the official schema of the version. The severity is `High` for a deletion by a key, `Medium` for a failed sign-in
 * and a change of roles, `Low` for any other deletion or failure, and otherwise `Informational`.
 *
 * @param options - Version and product.
 * @returns The mapping, for the option `map` of {@link http}.
 * @throws {ConfigError} When the version is not supported.
 */
export function ocsf(options: OcsfOptions = {}): RecordMapping {
  const version = options.version ?? '1.3.0';
  if (!Object.hasOwn(ocsfRules, version))
    throw wrong('version', `must be one of ${Object.keys(ocsfRules).join(', ')}`);
  const product = options.product ?? { name: 'assistant', vendor: 'vendor' };
  const map: RecordMapping = (record) =>
    record.kind === 'activity' ? ocsfEvents({ version, product }, record.body) : null;
  return Object.assign(map, { kinds: ['activity'] as const });
}
