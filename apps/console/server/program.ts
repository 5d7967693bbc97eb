/** Writes SDK calls as whole programs. */
import { operations, type Operation, type OperationId } from '@parlance/schemas';
import { clientOf } from './client-of.js';
import { keyVariable } from './key-variable.js';

/** A call of the SDK. */
export interface ProgramCall {
  readonly operation: OperationId;
  /** Path parameters, in the order of the path. */
  readonly params?: readonly string[];
  readonly query?: object;
  readonly body?: unknown;
}

/** Returns a program that makes the calls, one after another. It reads the keys from the environment. */
export function programOf(calls: readonly ProgramCall[], baseUrl: string): string {
  const known = calls
    .map((call) => ({ ...call, declared: operations[call.operation] as Operation }))
    // A followed session does not end, so nothing after it would run.
    .toSorted((a, b) => Number(a.declared.stream === 'session') - Number(b.declared.stream === 'session'));
  const variables = [...new Set(known.map(({ declared }) => keyVariable(declared)))];
  const imports = [`import { Parlance } from '@parlance/sdk';`];
  if (known.some(({ declared }) => declared.download === 'bytes'))
    imports.unshift(`import { writeFile } from 'node:fs/promises';`);
  if (known.some(({ declared }) => declared.upload !== undefined))
    imports.unshift(`import { readFile } from 'node:fs/promises';`);
  return [
    ...imports,
    '',
    `// Reads ${variables.join(' and ')} from the environment.`,
    `const parlance = new Parlance({ baseUrl: ${literal(baseUrl)} });`,
    '',
    ...known.map(({ declared, ...call }) => `${statement(call, declared)}\n`),
    'await parlance.close();',
    '',
  ].join('\n');
}

/** Returns a program that prints the attempts and the rate limits of a client. */
export function telemetryProgram(baseUrl: string): string {
  return `import { subscribe } from 'node:diagnostics_channel';
import { Parlance } from '@parlance/sdk';

// The clients publish every attempt. AttemptMessage in @parlance/core-transport describes the message.
subscribe('parlance:attempt:end', (message) => console.log(message));

// Reads PARLANCE_API_KEY from the environment.
const parlance = new Parlance({ baseUrl: ${literal(baseUrl)} });

await parlance.inference.models.list({ limit: 1 });
console.log(parlance.inference.limits);

await parlance.close();
`;
}

/** The client, resource and method of an operation, for example `parlance.compliance.chats.list`. */
function methodOf(operation: Operation): string {
  const { id, stream } = operation;
  // A session's events are followed, which reconnects, and downloads of chats have a resource of their own.
  const method = id.replace(/^chats\.(files|generatedFiles)\./, '$1.');
  return `parlance.${clientOf(operation)}.${stream === 'session' ? method.replace(/stream$/, 'follow') : method}`;
}

function statement({ params = [], query, body }: ProgramCall, operation: Operation): string {
  const { paging, stream, download, upload } = operation;
  const isStream = (body as { stream?: unknown } | undefined)?.stream === true;
  const method = isStream ? methodOf(operation).replace(/create$/, 'stream') : methodOf(operation);
  const input = upload === undefined ? inputOf(isStream ? withoutStream(body) : body, query) : uploadOf(body);
  const call = `${method}(${[...params.map((param) => literal(param)), ...input].join(', ')})`;
  if (download === 'bytes') return `await writeFile('download', (await ${call}).toReadableStream());`;
  if (isStream || stream === 'session') return loop('event', call);
  if (download === 'lines') return loop('line', `await ${call}`);
  return paging === undefined ? `console.log(await ${call});` : loop('item', call);
}

function loop(name: string, items: string): string {
  return `for await (const ${name} of ${items}) {\n  console.log(${name});\n}`;
}

function inputOf(body: unknown, query: object | undefined): string[] {
  return [body, query].filter((input) => input !== undefined).map((input) => literal(input));
}

function uploadOf(body: unknown): string[] {
  const { filename = 'file' } = ((body as { file?: object } | undefined)?.file ?? {}) as {
    filename?: string;
  };
  return [`{ file: { filename: ${literal(filename)}, data: await readFile(${literal(filename)}) } }`];
}

function withoutStream(body: unknown): unknown {
  const { stream: _, ...rest } = body as Record<string, unknown>;
  return rest;
}

/** Returns a value as an expression. Short ones stay on one line. */
function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string') return text(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item) => literal(item, inner))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([name, item]) => `${key(name)}: ${literal(item, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }'];
  if (parts.length === 0) return `${open.trim()}${close.trim()}`;
  const line = `${open}${parts.join(', ')}${close}`;
  if (line.length <= 80 && !line.includes('\n')) return line;
  return `${open.trim()}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close.trim()}`;
}

function key(name: string): string {
  if (name === '__proto__') return `['__proto__']`;
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : text(name);
}

/** JSON's escapes, in single quotes. */
function text(value: string): string {
  const escaped = JSON.stringify(value)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"');
  return `'${escaped.replaceAll("'", String.raw`\'`)}'`;
}
