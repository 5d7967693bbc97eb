import { ConfigError } from '@parlance/schemas/kit';
import type { RecordMapping } from '../sinks/record-mapping.js';
import { ocsf130 } from './ocsf-1-3-0.js';
import { ocsfEvent, type OcsfProduct } from './ocsf-event.js';
import type { OcsfMapping } from './ocsf-mapping.js';

/** Versions of OCSF that {@link ocsf} supports. */
export type OcsfVersion = '1.3.0';

const mappings: Readonly<Record<OcsfVersion, OcsfMapping>> = { '1.3.0': ocsf130 };

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
 * Every known type of activity has a class and an activity of its own, in a table per version of OCSF. Types that this release does not
 * know become a Base Event. Nothing is lost: fields without a place in OCSF are in `unmapped`, and the type is in `metadata.event_code`.
 *
 * @param options - Version and product.
 * @returns The mapping, for the option `map` of {@link http}.
 * @throws {ConfigError} When the version is not supported.
 */
export function ocsf(options: OcsfOptions = {}): RecordMapping {
  const version = options.version ?? '1.3.0';
  if (!Object.hasOwn(mappings, version))
    throw new ConfigError('version', `version must be one of ${Object.keys(mappings).join(', ')}`);
  const mapping = mappings[version];
  const product = options.product ?? { name: 'assistant', vendor: 'vendor' };
  const map: RecordMapping = (record) =>
    record.kind === 'activity' ? ocsfEvent(mapping, product, record.body) : null;
  return Object.assign(map, { kinds: ['activity'] as const });
}
