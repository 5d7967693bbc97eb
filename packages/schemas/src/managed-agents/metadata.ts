/** Metadata: key-value pairs of your own on a record. */

/**
 * Key-value pairs of a record: at most 16; keys at most 64 characters, values at most 512.
 *
 * @source managed-agents > Conventions
 */
export type Metadata = Record<string, string>;

/**
 * Change of a record's metadata: a string adds or updates its key, null deletes it, omitted keys are kept. The limits
 * of {@link Metadata} apply to the result.
 *
 * @source managed-agents > Sessions
 */
export type MetadataPatch = Record<string, string | null>;
