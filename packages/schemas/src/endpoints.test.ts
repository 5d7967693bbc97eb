import { format } from 'prettier';
import { expect, test } from 'vitest';
import document from '../openapi.json' with { type: 'json' };
import type { Operation } from './kit/operation.js';
import { operations } from './operations.js';

const INTRODUCTION = `# Endpoints

Every operation that the clients and the emulator implement. Generated from the declarations in \`packages/schemas/src\` by
\`npx vitest run packages/schemas/src/endpoints.test.ts -u\`; a test fails when it is out of date.

- **Operation** is the id of the operation: in errors, telemetry and the emulator's journal. In most cases it is also the
  name of the client's method.
- **Key**: \`api\` for \`apiKey\`, \`admin\` for \`adminKey\`, \`compliance\` for \`complianceKey\`.
- **Beta** is the beta name that the client sends automatically.
- **Paging**: \`cursor\` uses \`page\` and \`next_page\`, \`id\` uses \`after_id\` or \`before_id\` and \`has_more\`.
- **Replay** is the effect of a second request, which determines [retries](guides/errors-and-retries.md#what-is-retried): \`read\`
  and \`idempotent\` are harmless, \`generate\` only costs tokens, \`create\` would create a second object.
- **Assumed** lists the parts that the API documents do not show; \`operation\` means that they do not show it at all.

`;

const SLICES = ['Inference', 'Managed agents', 'Compliance', 'Administration'] as const;

function sliceOf({ auth, source }: Operation): (typeof SLICES)[number] {
  if (auth === 'admin-key') return 'Administration';
  if (auth === 'compliance-key') return 'Compliance';
  return source.startsWith('managed-agents') ? 'Managed agents' : 'Inference';
}

function row(operation: Operation): string {
  const { id, method, path, auth, beta, paging, stream, upload, download, replay, source, assumed } =
    operation;
  const body = [stream && 'stream', upload && 'upload', download && 'download'].filter(Boolean).join(', ');
  const cells = [
    `\`${id}\``,
    `\`${method} ${path}\``,
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

test('docs/endpoints.md matches the contract', async () => {
  const all: Operation[] = Object.values(operations);
  const head =
    '| Operation | Request | Key | Beta | Paging | Body | Replay | Assumed | Source |\n' +
    `|${'---|'.repeat(9)}\n`;
  const tables = SLICES.map((slice) => {
    const rows = all.filter((operation) => sliceOf(operation) === slice).map(row);
    return `## ${slice}\n\n${head}${rows.join('')}`;
  });
  const text = await format(`${INTRODUCTION}${tables.join('\n')}`, { parser: 'markdown', printWidth: 120 });
  await expect(text).toMatchFileSnapshot('../../../docs/endpoints.md');
});

test('openapi.json has the same operations; `pnpm openapi:write` updates it', () => {
  const paths: Readonly<Record<string, object>> = document.paths;
  const described = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId, tags, ...facts }]) => ({
      row: `${method.toUpperCase()} ${path}`,
      id: operationId,
      slice: tags[0],
      facts: [facts['x-beta'], facts['x-paging'], facts['x-replay'], facts['x-assumed'], facts['x-source']],
    })),
  );
  const declared = Object.values<Operation>(operations).map((operation) => ({
    row: `${operation.method} ${operation.path}`,
    id: operation.id,
    slice: sliceOf(operation),
    facts: [operation.beta, operation.paging, operation.replay, operation.assumed, operation.source],
  }));
  const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);
  expect(described.sort(byId)).toEqual(declared.sort(byId));
});

test('every operation appears in the table once, under its own id', () => {
  const ids = Object.values<Operation>(operations).map(({ id }) => id);
  expect(ids).toEqual(Object.keys(operations));
  expect(new Set(ids).size).toBe(ids.length);
});
