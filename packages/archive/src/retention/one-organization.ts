/** A plan, a store with its holds, an archive and a key belong to one organization. */
import type { ComplianceClient } from '@parlance/compliance';
import type { Store, StoreTransaction } from '@parlance/durable';
import { exportSchema } from '../export/state/export-schema.js';
import { decode, encode } from '../export/state/json-column.js';
import type { Archive } from '../reader/open-archive.js';
import { RetentionError } from './retention-error.js';
import { retentionSchema } from './retention-schema.js';

/**
 * Returns the UUIDs of the organizations that an archive belongs to. They have one parent organization, to which keys belong.
 *
 * @throws {RetentionError} With code `other_organization` when the archive names none.
 */
export function archiveOrganizations({ dir, manifest }: Archive): readonly string[] {
  const { organizations = [] } = manifest;
  if (organizations.length > 0) return organizations;
  throw new RetentionError(
    'other_organization',
    `The archive ${dir} does not name its organizations. Run the export again.`,
  );
}

/**
 * Requires that a store belongs to one of the organizations: by its holds and journal, else by its exports. A store without either belongs to
 * nobody yet.
 *
 * @throws {RetentionError} With code `other_organization`.
 */
export async function requireStoreOf(store: Store, organizations: readonly string[]): Promise<void> {
  const stored = await headOrganizations(store);
  requireShared('store', stored ?? (await exportedOrganizations(store)), organizations);
}

/**
 * Remembers the organizations that the holds and the journal of a store belong to, and those that have joined them. Call it after
 * {@link requireStoreOf}, which also compares the exports.
 *
 * @throws {RetentionError} With code `other_organization` when another process has used the store for another organization.
 */
export async function bindStore(
  transaction: StoreTransaction,
  organizations: readonly string[],
): Promise<void> {
  const stored = (await headOrganizations(transaction)) ?? [];
  requireShared('store', stored, organizations);
  const all = [...new Set([...stored, ...organizations])].sort();
  if (all.length === stored.length) return;
  await transaction
    .tables(retentionSchema)
    .updateTable('archive_retention_head')
    .set({ organizations: encode(all) })
    .execute();
}

/**
 * Requires that a key belongs to one of the organizations. With a key of another one, every chat seems to be deleted.
 *
 * @throws {RetentionError} With code `other_organization`.
 */
export async function requireKeyOf(
  compliance: ComplianceClient,
  organizations: readonly string[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const found: string[] = [];
  for await (const { uuid } of compliance.organizations.list({}, { signal, priority: 'bulk' }))
    found.push(uuid);
  if (found.length === 0)
    throw new RetentionError('other_organization', 'The key can read no organization. Nothing was changed.');
  requireShared('key', found, organizations);
}

function requireShared(
  what: 'store' | 'key',
  found: readonly string[],
  organizations: readonly string[],
): void {
  if (found.length === 0 || found.some((id) => organizations.includes(id))) return;
  throw new RetentionError(
    'other_organization',
    `The archive belongs to the organization ${organizations.join(', ')}, and the ${what} to another one (${found.join(', ')}). Nothing was changed.`,
  );
}

async function headOrganizations(session: Store | StoreTransaction): Promise<readonly string[] | null> {
  const head = await session
    .tables(retentionSchema)
    .selectFrom('archive_retention_head')
    .select('organizations')
    .executeTakeFirst();
  return head?.organizations == null ? null : decode(head.organizations);
}

async function exportedOrganizations(store: Store): Promise<readonly string[]> {
  await store.migrate(exportSchema);
  const rows = await store
    .tables(exportSchema)
    .selectFrom('archive_exports')
    .select('organizations')
    .execute();
  return rows.flatMap(({ organizations }) => (organizations == null ? [] : decode(organizations)));
}
