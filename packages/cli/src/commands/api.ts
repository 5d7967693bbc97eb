/** `parlance api`: calls any operation of the contract. */
import type { Command } from 'commander';
import { deleteChat, type Operation } from '@parlance/schemas';
import { nearestKey } from '@parlance/schemas/kit';
import { readUntrustedFile } from '@parlance/files';
import path from 'node:path';
import { InvalidParamsError } from '@parlance/core-transport';
import { saveResponse, withFiles } from '../api/api-files.js';
import { apiInput, type ApiInput } from '../api/api-request.js';
import { deleteOneChat } from '../api/delete-chat.js';
import type { CommandContext, CommonOptions, RunCommand } from '../command-context.js';
import { invalidArguments } from '../command-error.js';
import type { ApiClient } from '../config/settings.js';
import { EXIT_CODES, type ExitCode } from '../exit-codes.js';
import { ListOption } from '../option-parsers.js';
import { withSharedOptions } from '../shared-options.js';
import { confirm } from '../terminal/confirm.js';
import { count } from '../terminal/count.js';

interface ApiOptions extends CommonOptions {
  readonly body?: string | undefined;
  readonly file?: readonly string[] | undefined;
  readonly output?: string | undefined;
  readonly pageAll?: boolean | undefined;
  readonly yes?: boolean | undefined;
}

/** Largest body that is read from a file: that of a request. */
const MAX_BODY_BYTES = 33_554_432;
/** Operations that delete, archive or stop something, besides those that send DELETE. */
const LASTING = /\.(?:archive|cancel|redact|removeMember|signOut|stop)$/;
/** Values of `status` that deactivate something. */
const DEACTIVATED: readonly unknown[] = ['inactive', 'archived'];

/** Adds `parlance api`. */
export function addApi(program: Command, run: RunCommand): void {
  const command = program
    .command('api')
    .description('Call any operation, with the retries and limits of the clients. Without one, lists them.')
    .argument('[operation]', 'id of the operation, for example invites.list')
    .argument('[parameters...]', 'path and query parameters, as name=value; one that is repeated is a list')
    .option('--body <file>', 'JSON file with the body of the request; - reads standard input')
    .addOption(new ListOption('--file <path>', 'file to upload, or NAME=PATH'))
    .option('-o, --output <file>', 'save the file that the operation returns')
    .option('--page-all', 'print the items of all pages')
    .option('-y, --yes', 'do not ask before an operation deletes, archives, deactivates or stops something')
    .action((id: string | undefined, parameters: string[], options: ApiOptions) =>
      run(options, async (context) =>
        id === undefined ? listOperations(context) : callOperation(context, { id, parameters }, options),
      ),
    );
  withSharedOptions(command, { keys: 'each', store: true, archive: true }, [
    ['parlance api invites.list limit=5', 'print a page of invites'],
    [
      'parlance api activities.list created_at.gte=2026-11-01T00:00:00Z --page-all',
      'print all activities since a day',
    ],
    ['parlance api invites.create --body invite.json', 'send a body from a file'],
    ['parlance api files.upload --file report.pdf', 'upload a file'],
    ['parlance api files.download file_id=file_01ABC --output report.pdf', 'save a file'],
    ['parlance api vaults.archive vault_id=vlt_01ABC --yes', 'archive a vault'],
    [
      'parlance api chats.delete assistant_chat_id=assistant_chat_01ABC',
      'delete an archived chat that is not on hold, and record it in the journal',
    ],
  ]);
}

async function listOperations({ output }: CommandContext): Promise<ExitCode> {
  for (const { id, method, path: template } of (await allOperations()).toSorted(byId))
    await output.result('operation', { id, method, path: template }, `${id}  ${method} ${template}`);
  return EXIT_CODES.ok;
}

async function callOperation(
  context: CommandContext,
  { id, parameters }: { readonly id: string; readonly parameters: readonly string[] },
  options: ApiOptions,
): Promise<ExitCode> {
  const operation = await findOperation(id);
  refuseUnsafe(operation, options);
  const typed = apiInput(operation, parameters, await bodyOf(context, options));
  const { file: files = [], output: file } = options;
  const input =
    operation.upload === undefined ? typed : await withFiles(context, operation, { input: typed, files });
  if (id === deleteChat.id) return deleteOneChat(context, input.params['assistant_chat_id'] ?? '', options);
  if (isLasting(operation, input))
    await confirm(context, { message: `${id} cannot be undone.`, yes: options.yes });
  const { settings, output, signal } = context;
  const { validator } = await import('@parlance/schemas/validation');
  await using client = await settings.clientOf(operation, { validation: validator() });
  try {
    if (file !== undefined) await saveResponse(context, client, { operation, input, file });
    else if (options.pageAll === true) await printItems(context, client, operation, input);
    else {
      // The contract is checked at run time.
      const response: unknown = await client.transport.call(operation, input as never, { signal });
      await output.result('response', { response }, JSON.stringify(response, undefined, 2).split('\n'));
    }
  } catch (error) {
    if (InvalidParamsError.is(error)) throw invalidArguments(error.message);
    throw error;
  }
  return EXIT_CODES.ok;
}

async function printItems(
  { output, signal }: CommandContext,
  { transport }: ApiClient,
  operation: Operation,
  input: ApiInput,
): Promise<void> {
  let items = 0;
  for await (const item of transport.list(operation, input as never, { signal })) {
    items += 1;
    await output.result('item', { item }, JSON.stringify(item));
  }
  if (output.json) await output.result('summary', { items }, '');
  output.note(count(items, 'item'));
}

async function allOperations(): Promise<readonly Operation[]> {
  const { operations } = await import('@parlance/schemas');
  return Object.values<Operation>(operations);
}

async function findOperation(id: string): Promise<Operation> {
  const operations = await allOperations();
  const found = operations.find((operation) => operation.id === id);
  if (found !== undefined) return found;
  const ids = operations.map((operation) => operation.id);
  const nearest = nearestKey(id, ids);
  throw invalidArguments(
    `There is no operation ${JSON.stringify(id)}.`,
    nearest === undefined ? '"parlance api" lists all operations.' : `Did you mean ${nearest}?`,
  );
}

function isLasting({ id, method }: Operation, { body }: ApiInput): boolean {
  const { status } = (typeof body === 'object' && body !== null ? body : {}) as { status?: unknown };
  return method === 'DELETE' || LASTING.test(id) || DEACTIVATED.includes(status);
}

/** Refuses what this command cannot do. Nothing has been sent before. */
function refuseUnsafe(
  { id, method, auth, stream, upload, download, paging }: Operation,
  options: ApiOptions,
): void {
  const refuse = (message: string, hint: string): never => {
    throw invalidArguments(message, hint);
  };
  if (auth === 'compliance-key' && method === 'DELETE' && id !== deleteChat.id)
    refuse(`${id} deletes evidence, and checks no hold.`, 'Use "parlance retention", which does.');
  if (stream === 'session') refuse(`${id} returns a stream.`, 'Call it with a client in a program.');
  if (download !== undefined && options.output === undefined)
    refuse(`${id} returns a file.`, 'Add --output FILE.');
  if (download === undefined && options.output !== undefined)
    refuse(`${id} returns no file.`, 'Leave out --output.');
  if (upload === undefined && options.file !== undefined) refuse(`${id} sends no file.`, 'Leave out --file.');
  if (options.pageAll === true && paging === undefined)
    refuse(`${id} has no pages.`, 'Leave out --page-all.');
}

async function bodyOf({ cwd }: CommandContext, { body }: ApiOptions): Promise<unknown> {
  if (body === undefined) return undefined;
  const text =
    body === '-'
      ? await standardInput()
      : await readUntrustedFile(path.resolve(cwd, body), { maxBytes: MAX_BODY_BYTES, followLink: true });
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw invalidArguments(`The body in ${body} is not JSON.`);
  }
}

async function standardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw invalidArguments(`The body has more than ${MAX_BODY_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function byId(left: Operation, right: Operation): number {
  return left.id < right.id ? -1 : 1;
}
