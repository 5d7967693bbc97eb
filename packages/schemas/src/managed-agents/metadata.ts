/** Metadata: your own key-value pairs on a record. */

/**
 * Your own key-value pairs on a record, for example its id in your system. At most 16 pairs; keys have at most 64
 * characters, values at most 512.
 *
 * @source managed-agents > Conventions
 */
export type Metadata = Record<string, string>;

/**
 * Changes to the metadata of a record: a string adds or updates a key, null deletes it, omitted keys are kept. The
 * limits of {@link Metadata} apply to the result.
 *
 * @source managed-agents > Sessions
 */
export type MetadataPatch = Record<string, string | null>;
