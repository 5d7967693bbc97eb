/** An archive belongs to the organizations that its first run has found: no key of another one adds to it. */
import type { StoreSession } from '@parlance/durable';
import { ExportError } from '../definition/export-error.js';
import { findExport } from './export-row.js';
import { rememberRequests } from './own-requests.js';
import { patientPages, type RunContext } from './run-context.js';
import { UnitLog } from './unit-log.js';
import { decode, encode } from './json-column.js';

/** Lists the organizations of the key, and checks them. */
export async function checkOrganizations(context: RunContext): Promise<void> {
  const { compliance, clock, signal } = context;
  const log = new UnitLog(clock);
  const found: string[] = [];
  const pages = patientPages(context, signal, (options) =>
    compliance.organizations.list({}, options).pages(),
  );
  for await (const page of pages) {
    log.page(page);
    found.push(...page.data.map(({ uuid }) => uuid));
  }
  await requireSameOrganization(context, found);
  await rememberRequests(context.tables, context.definition.name, log);
}

/**
 * Checks that the key belongs to the organization of the archive, and remembers organizations that have joined it.
 *
 * @param found - Ids of the organizations that the key can read.
 * @throws {ExportError} With code `other_organization`.
 */
export async function requireSameOrganization(context: RunContext, found: readonly string[]): Promise<void> {
  const { store, tables, definition, epoch } = context;
  const { name } = definition;
  const stored = await storedOrganizations(store, name);
  const known = stored ?? (await archivedOrganizations(context));
  if (known.length > 0 && !found.some((id) => known.includes(id)))
    throw new ExportError(
      'other_organization',
      name,
      `the archive belongs to the organization ${known.join(', ')}, and the key to another one (${found.join(', ')}). Nothing was written. Use a key of that organization, or a new name and folder.`,
    );
  const all = [...new Set([...known, ...found])].toSorted();
  if (all.length === stored?.length) return;
  await tables
    .updateTable('archive_exports')
    .set({ organizations: encode(all) })
    .where('name', '=', name)
    .where('epoch', '=', epoch)
    .execute();
}

/** Returns the ids of the organizations of an export; null before its first run has listed them. */
export async function storedOrganizations(
  store: StoreSession,
  exportName: string,
): Promise<readonly string[] | null> {
  const row = await findExport(store, exportName);
  return row?.organizations == null ? null : decode(row.organizations);
}

/** What an earlier release has archived: it did not store the organizations. */
async function archivedOrganizations({ tables, definition }: RunContext): Promise<readonly string[]> {
  const rows = await tables
    .selectFrom('archive_directory')
    .select('id')
    .where('export', '=', definition.name)
    .where('kind', '=', 'organization')
    .execute();
  return rows.map(({ id }) => id);
}
