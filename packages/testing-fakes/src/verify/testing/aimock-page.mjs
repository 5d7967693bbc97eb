/**
 * Writes `docs/verify-aimock.md`: what `parlance-fakes verify` finds in aimock. Build the package first, then run
 * `node packages/testing-fakes/src/verify/testing/aimock-page.mjs`. It downloads aimock from npm.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { format, resolveConfig } from 'prettier';

const AIMOCK = '@copilotkit/aimock@1.43.0';
const PACKAGE = path.resolve(import.meta.dirname, '../../..');
const PAGE = path.resolve(PACKAGE, '../../docs/verify-aimock.md');
const MARKER = 'Tests only';
const run = promisify(execFile);

const rules = new Map(
  JSON.parse(await readFile(path.join(PACKAGE, 'src/rules/rules.json'), 'utf8')).map((rule) => [
    rule.id,
    rule,
  ]),
);
const folder = await mkdtemp(path.join(tmpdir(), 'parlance-aimock-'));
await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder, AIMOCK]);
const fixtures = path.join(folder, 'fixtures.json');
await writeFile(fixtures, JSON.stringify({ fixtures: [{ match: {}, response: { content: 'Hello.' } }] }));
const llmock = path.join(folder, 'node_modules/.bin/llmock');
const port = 4057;
const mock = spawn(llmock, ['-p', String(port), '-f', fixtures], { stdio: ['ignore', 'pipe', 'inherit'] });
await once(mock.stdout, 'data');

/** Passes everything on but the search for the marker, which aimock cannot have. */
const proxy = createServer(async (request, response) => {
  if (request.url === '/v1/vaults?limit=100' && request.method === 'GET') {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ data: [{ display_name: MARKER }], next_page: null }));
    return;
  }
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  const body = Buffer.concat(pieces);
  const {
    host: _host,
    connection: _connection,
    'content-length': _length,
    'transfer-encoding': _coding,
    ...headers
  } = request.headers;
  const answer = await fetch(`http://127.0.0.1:${port}${request.url}`, {
    method: request.method,
    headers,
    body: body.length === 0 ? null : body,
  });
  response.writeHead(
    answer.status,
    Object.fromEntries(
      [...answer.headers].filter(
        ([name]) =>
          !/^(?:connection|content-length|content-encoding|transfer-encoding|keep-alive)$/.test(name),
      ),
    ),
  );
  response.end(Buffer.from(await answer.arrayBuffer()));
});
proxy.listen(0, '127.0.0.1');
await once(proxy, 'listening');
const url = `http://127.0.0.1:${proxy.address().port}`;
const keys = { PARLANCE_API_KEY: 'key-1', PARLANCE_ADMIN_KEY: 'key-2', PARLANCE_COMPLIANCE_KEY: 'key-3' };
const file = path.join(folder, 'divergences.json');
const flags = ['--allow-writes', '--workspace-marker', MARKER, '--yes', '--json', '--divergences', file];
const args = ['verify', '--against', url, ...flags];
const { stdout } = await run(process.execPath, [path.join(PACKAGE, 'dist/cli.js'), ...args], {
  env: { ...process.env, ...keys },
  maxBuffer: 2 ** 28,
}).catch((error) => error);
const report = { ...JSON.parse(stdout), ...JSON.parse(await readFile(file, 'utf8')) };
proxy.close();
mock.kill();
await rm(folder, { recursive: true });
await writeFile(PAGE, await pageOf(report));

async function pageOf({ common, divergences, passed, not_checked: missing, requests, compared }) {
  const absent = divergences.filter(({ status, response }) => response.status === 404 && status !== 404);
  const served = divergences.filter((one) => !absent.includes(one));
  const byOperation = [...Map.groupBy(absent, ({ operation }) => operation)].filter(
    ([operation]) => !served.some((one) => one.operation === operation && one.response.status !== 404),
  );
  const rest = divergences.filter((one) => !byOperation.some(([operation]) => operation === one.operation));
  const text = [
    '# aimock, compared with the contract',
    '',
    `\`parlance-fakes verify\` sent ${requests.toLocaleString('en')} requests to an unmodified ${AIMOCK} with one fixture that replies to everything. It compared`,
    `${compared.toLocaleString('en')} responses and found ${divergences.length} differences. Rules without a difference: ${passed.length}, rules that were not checked: ${missing.length}.`,
    '',
    'This page is generated. To update it, build the package and run',
    '`node packages/testing-fakes/src/verify/testing/aimock-page.mjs`.',
    '',
    '## Differences that many operations have',
    '',
    '| Difference | Expected | aimock | Operations |',
    '|---|---|---|---|',
    ...common.map(commonRow),
    '',
    '## Operations that it does not serve',
    '',
    `${byOperation.length} operations and paths: ${byOperation.map(([operation]) => `\`${operation}\``).join(', ')}.`,
    '',
    '## Differences in the operations that it serves',
    '',
    '| Operation | Rules | The documents | Emulator | aimock | Difference |',
    '|---|---|---|---|---|---|',
    ...rest.map(row),
    '',
  ].join('\n');
  return format(text, { ...(await resolveConfig(PAGE)), filepath: PAGE });
}

function commonRow({ path: at, expected = 'absent', found = 'absent', operations }) {
  const cells = [`\`${at}\``, expected, found, String(operations.length)];
  return `| ${cells.map((cell) => cell.slice(0, 80).replaceAll('|', '\\|')).join(' | ')} |`;
}

function row({ operation, rules: ids, status, rule, response, differences }) {
  const shown = ids.slice(0, 3).join(', ') + (ids.length > 3 ? `, ${ids.length - 3} more` : '');
  const cells = [
    `\`${operation}\``,
    shown,
    rules.get(ids[0])?.statement ?? '',
    `${status}${rule === undefined ? '' : ` (${rule})`}`,
    String(response.status),
    differences
      .slice(0, 3)
      .map(({ path: at }) => `\`${at}\``)
      .join(', '),
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('; ', ', ')).join(' | ')} |`;
}
