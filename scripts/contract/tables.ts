/** Writes the tables that are derived from the loaded contract: naming tables, the endpoints of the guide, methods in READMEs. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { loadSources } from '../load-sources.ts';
import type { Operation, OperationSource } from '../../packages/schemas/src/kit/operation.ts';
import { MARK } from './lists.ts';
import { camelCase, services } from './services.ts';

type Sources = Readonly<Record<string, OperationSource>>;

interface Contract {
  /** Operations and schemas by service, for example `inferenceOperations`. */
  readonly [name: `${string}Operations`]: Readonly<Record<string, Operation>>;
  readonly [name: `${string}Schemas`]: object;
  readonly deriveNaming: (source: object) => unknown;
}

/**
 * Returns the texts of the tables, by file name.
 *
 * @param sources - Folder of the contract's sources, whose lists are written.
 * @param documented - Where each operation is documented, by id.
 */
export async function tablesOf(sources: string, documented: Sources): Promise<ReadonlyMap<string, string>> {
  const modules = services.flatMap(({ folder }) => [
    `export { ${camelCase(folder)}Operations } from './${folder}/operations.ts';`,
    `export { ${camelCase(folder)}Schemas } from './${folder}/schemas.ts';`,
  ]);
  const code = `${modules.join('\n')}\nexport { deriveNaming } from './kit/derive-naming.ts';`;
  const contract = (await loadSources(code, sources)) as Contract;
  return new Map([
    ...services.map(
      ({ folder }) =>
        [`packages/schemas/src/${folder}/naming.ts`, namingText(contract, folder, sources)] as const,
    ),
    ['packages/schemas/src/operation-sources.ts', sourcesText(documented)] as const,
    ['docs/endpoints.md', endpointsText(contract, documented)] as const,
    ...services.map(({ folder }) => readme(contract, folder)),
  ]);
}

/** Returns the README of a client with the table of its methods, if it has one. */
function readme(contract: Contract, folder: string): readonly [string, string] {
  const file = `packages/${folder}/README.md`;
  const operations = Object.values(contract[`${camelCase(folder)}Operations`] ?? {});
  const resourceOf = ({ id }: Operation): string => id.slice(0, id.lastIndexOf('.'));
  const methods = (resource: string): string => {
    const own = operations.filter((operation) => resourceOf(operation) === resource);
    return own.map(({ id }) => `\`${id.slice(resource.length + 1)}\``).join(', ');
  };
  const resources = [...new Set(operations.map(resourceOf))].toSorted();
  const rows = resources.map((resource) => `| \`${resource}\` | ${methods(resource)} |\n`);
  const table = `$1\n| Resource | Methods |\n|---|---|\n${rows.join('')}`;
  return [file, readFileSync(file, 'utf8').replace(METHODS, table)];
}

const METHODS = /(<!-- Methods, written by `pnpm contract` -->\n)(?:\n?\|.*)*\n/;

function namingText(contract: Contract, folder: string, sources: string): string {
  const table = contract.deriveNaming({
    operations: contract[`${camelCase(folder)}Operations`],
    schemas: contract[`${camelCase(folder)}Schemas`],
    openValues: quotedIdentifiers(path.join(sources, folder)),
  });
  return `${MARK}
import type { NamingTable } from '../kit/naming-table.js';

/** Where this service's operations contain the documents' placeholder words. */
export const ${camelCase(folder)}Naming: NamingTable = ${JSON.stringify(table)};
`;
}

/** Identifiers with one of the documents' words that the service's interfaces quote. */
function quotedIdentifiers(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => !file.includes('.test') && file !== 'naming.ts')
    .flatMap((file) =>
      Array.from(
        readFileSync(path.join(folder, file), 'utf8').matchAll(/'([A-Za-z0-9]+(?:[-_.][A-Za-z0-9]+)*)'/g),
        ([, quoted]) => quoted as string,
      ),
    )
    .filter((quoted) => /(?:^|[-_.])(?:vendor|assistant|githost)(?:$|[-_.])/.test(quoted));
}

/** What precedes the tables of endpoints. */
const INTRODUCTION = readFileSync('scripts/contract/endpoints-introduction.txt', 'utf8');

const HEAD = `| Operation | Request | Key | Beta | Paging | Body | Replay | Assumed | Source |\n|${'---|'.repeat(9)}\n`;

function sourcesText(documented: Sources): string {
  return `${MARK}
/** Where the operations are documented. */
import type { OperationSource } from './kit/operation.js';

/** Where each operation is documented, by its id. */
export const operationSources: Readonly<Record<string, OperationSource>> = ${JSON.stringify(documented)};\n`;
}

function endpointsText(contract: Contract, documented: Sources): string {
  const tables = services.map(({ folder, heading }) => {
    const rows = Object.values(contract[`${camelCase(folder)}Operations`] ?? {}).map((operation) =>
      row(operation, documented[operation.id]),
    );
    return `## ${heading}\n\n${HEAD}${rows.join('')}`;
  });
  return `${INTRODUCTION}\n${tables.join('\n')}`;
}

function row(operation: Operation, { source, assumed }: OperationSource = { source: '' }): string {
  const { id, method, auth, beta, paging, stream, upload, download, replay } = operation;
  const body = [stream && 'stream', upload && 'upload', download && 'download'].filter(Boolean).join(', ');
  const cells = [
    `\`${id}\``,
    `\`${method} ${operation.path}\``,
    auth.replace('-key', ''),
    beta === undefined ? '' : `\`${beta}\``,
    paging ?? '',
    body,
    replay,
    assumed?.join(', ') ?? '',
    source,
  ];
  return `| ${cells.join(' | ')} |\n`;
}
