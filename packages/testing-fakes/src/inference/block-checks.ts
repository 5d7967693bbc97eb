/** What the blocks of a conversation must fulfil beyond their schema. */
import type { ContentBlockParam, DocumentBlockParam, MessageParam } from '@parlance/schemas';
import type { AnyCall } from '../engine/call.js';
import { badRequest } from '../engine/refusal.js';
import { requireBeta } from './require-beta.js';

/**
 * Checks the blocks of a conversation: sources, and results that answer a use.
 *
 * @throws {Refusal} 400 that names the field and the rule.
 */
export function checkBlocks(call: AnyCall, messages: readonly MessageParam[]): void {
  const context = { call, answerable: new Set<string>() };
  messages.forEach(({ content }, at) => {
    if (typeof content === 'string') return;
    content.forEach((block, index) => checkBlock(block, `messages.${at}.content.${index}`, context));
  });
}

interface BlockContext {
  readonly call: AnyCall;
  /** Ids of the tool uses seen so far that no result has answered. */
  readonly answerable: Set<string>;
}

function checkBlock(block: ContentBlockParam, path: string, context: BlockContext): void {
  switch (block.type) {
    case 'tool_use':
      // A result could not tell which of the two it answers.
      if (context.answerable.has(block.id))
        throw badRequest(
          'INF-134',
          `${path}.id`,
          'is the id of another tool_use that no result has answered',
        );
      context.answerable.add(block.id);
      return;
    case 'tool_result':
      if (!context.answerable.delete(block.tool_use_id))
        throw badRequest('INF-135', `${path}.tool_use_id`, 'answers no tool_use of an earlier turn');
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
    case 'web_fetch_tool_result':
      if (block.content.type === 'web_fetch_result')
        checkBlock(block.content.content as DocumentBlockParam, `${path}.content.content`, context);
      return;
    default:
  }
}

function checkSource(
  source: { readonly type: string; readonly data?: unknown },
  { path, rule }: { readonly path: string; readonly rule: string },
  call: AnyCall,
): void {
  if (source.type === 'file') requireBeta(call, { beta: 'files-api-', rule: 'INF-124' }, `${path}.source`);
  if (source.type === 'base64' && typeof source.data === 'string' && !isBase64(source.data))
    throw badRequest(rule, `${path}.source.data`, 'must be base64');
}

function isBase64(data: string): boolean {
  const padding = data.indexOf('=');
  const isPadded = padding < 0 || /^={1,2}$/.test(data.slice(padding));
  // One character class without repetition: a pattern that repeats would need memory for each character.
  return data.length % 4 !== 1 && isPadded && !/[^A-Za-z0-9+/=]/.test(data);
}
