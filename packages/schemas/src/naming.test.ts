import { readdir, readFile } from 'node:fs/promises';
import { format } from 'prettier';
import { expect, test } from 'vitest';
import { deriveNaming } from './kit/derive-naming.js';
import type { Operation } from './kit/operation.js';
import type { OperationSchemas } from './kit/schema.js';
import { operations } from './operations.js';
import { schemas } from './schemas.js';

const SERVICES = ['inference', 'managed-agents', 'compliance', 'admin'] as const;
type Service = (typeof SERVICES)[number];

function serviceOf(operation: Operation): Service {
  if (operation.auth === 'admin-key') return 'admin';
  if (operation.auth === 'compliance-key') return 'compliance';
  return operation.source.startsWith('managed-agents') ? 'managed-agents' : 'inference';
}

/** Identifiers with one of the documents' words that the service's interfaces quote. */
async function quotedIdentifiers(service: Service): Promise<string[]> {
  const folder = new URL(`./${service}/`, import.meta.url);
  const files = (await readdir(folder)).filter((file) => !file.includes('.test') && file !== 'naming.ts');
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')));
  return texts.flatMap((text) =>
    [...text.matchAll(/'([A-Za-z0-9]+(?:[-_.][A-Za-z0-9]+)*)'/g)]
      .map((match) => match[1] as string)
      .filter((quoted) => /(?:^|[-_.])(?:vendor|assistant|githost)(?:$|[-_.])/.test(quoted)),
  );
}

async function tableSource(service: Service): Promise<string> {
  const own = Object.entries(operations as Record<string, Operation>).filter(
    ([, operation]) => serviceOf(operation) === service,
  );
  const table = deriveNaming({
    operations: Object.fromEntries(own),
    schemas: schemas as Record<string, OperationSchemas>,
    openValues: await quotedIdentifiers(service),
  });
  const name = `${service.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Naming`;
  const source = `/** Derived from the contract by \`naming.test.ts\`; \`vitest run --update\` rewrites it. */
    import type { NamingTable } from '../kit/naming-table.js';

    /** Where this service's operations contain the documents' placeholder words. */
    export const ${name}: NamingTable = ${JSON.stringify(table)};`;
  return format(source, { parser: 'typescript', singleQuote: true, printWidth: 110 });
}

test.each(SERVICES)('the naming table of %s is the one derived from the contract', async (service) => {
  await expect(await tableSource(service)).toMatchFileSnapshot(`./${service}/naming.ts`);
});
