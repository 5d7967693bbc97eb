/** Checks of content blocks that the schema cannot express. */
import type { ContentBlockParam, DocumentBlockParam, MessageParam } from '@parlance/schemas';
import type { AnyCall } from '../engine/call.js';
import { badRequest } from '../engine/refusal.js';
import { files } from '../workspace/files.js';
import { find } from '../records/find.js';
import { requireBeta } from './require-beta.js';

/**
 * Validates the content blocks of a conversation: their sources, and that tool results match tool uses.
 *
 * @throws {Refusal} 400 that names the field and the rule.
 */
export function checkBlocks(call: AnyCall, messages: readonly MessageParam[]): void {
  const context = { call, unresolved: new Set<string>() };
  messages.forEach(({ content }, at) => {
    if (typeof content === 'string') return;
    content.forEach((block, index) => checkBlock(block, `messages.${at}.content.${index}`, context));
  });
}

interface BlockContext {
  readonly call: AnyCall;
  /** Ids of the tool uses so far without a result. */
  readonly unresolved: Set<string>;
}

function checkBlock(block: ContentBlockParam, path: string, context: BlockContext): void {
  switch (block.type) {
    case 'tool_use':
      // With two open uses of one id, a result would be ambiguous.
      if (context.unresolved.has(block.id))
        throw badRequest(
          'INF-134',
          `${path}.id`,
          'must be unique among tool_use blocks without a tool_result',
        );
      context.unresolved.add(block.id);
      return;
    case 'tool_result':
      if (!context.unresolved.delete(block.tool_use_id))
        throw badRequest('INF-135', `${path}.tool_use_id`, 'must be the id of a tool_use in an earlier turn');
      if (Array.isArray(block.content))
        block.content.forEach((inner, index) => {
          if (inner.type !== 'tool_reference') checkBlock(inner, `${path}.content.${index}`, context);
        });
      return;
    case 'image':
      checkSource(block.source, { path, rule: 'INF-122' }, context.call);
      return;
    case 'document':
      checkSource(block.source, { path, rule: 'INF-126' }, context.call);
      if (block.source.type === 'content' && Array.isArray(block.source.content))
        block.source.content.forEach((inner, index) =>
          checkBlock(inner, `${path}.source.content.${index}`, context),
        );
      return;
    case 'container_upload':
      requireFile(context.call, block.file_id);
      return;
    case 'web_fetch_tool_result':
      if (block.content.type === 'web_fetch_result')
        checkBlock(block.content.content as DocumentBlockParam, `${path}.content.content`, context);
      return;
    default:
  }
}

function checkSource(
  source: { readonly type: string; readonly data?: unknown; readonly file_id?: unknown },
  { path, rule }: { readonly path: string; readonly rule: string },
  call: AnyCall,
): void {
  if (source.type === 'file') {
    requireBeta(call, { beta: 'files-api-2025-04-14', rule: 'INF-124' }, `${path}.source`);
    requireFile(call, source.file_id as string);
  }
  if (source.type === 'base64' && typeof source.data === 'string' && !isBase64(source.data))
    throw badRequest(rule, `${path}.source.data`, 'must be valid base64');
}

/** @throws {Refusal} 404 if the workspace has no such file. */
function requireFile({ world }: AnyCall, id: string): void {
  find(world.store.of(files), id, { what: 'file' });
}

function isBase64(data: string): boolean {
  const padding = data.indexOf('=');
  const isPadded = padding < 0 || /^={1,2}$/.test(data.slice(padding));
  // A single character class: a quantified pattern would use memory for every character.
  return data.length % 4 !== 1 && isPadded && !/[^A-Za-z0-9+/=]/.test(data);
}
