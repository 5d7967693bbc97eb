/** Replies narrow on known kinds, keep unknown ones, and can be sent back. */
import { expectTypeOf, test } from 'vitest';
import type { UnknownMember } from '../kit/open.js';
import type { ContentBlock, ContentBlockParam, ToolUseBlock } from './content-blocks.js';
import type { TextBlock } from './text-blocks.js';
import type { ContentBlockDelta, MessageStreamEvent } from './message-stream.js';
import type { MessageCreateParams, MessageParam } from './messages.js';
import type { Message } from './replies.js';
import type { CustomTool, Tool } from './tools.js';

test('a reply can be sent back unchanged, including unknown blocks', () => {
  expectTypeOf<ContentBlock[]>().toExtend<ContentBlockParam[]>();
  expectTypeOf<Message['content']>().toExtend<Exclude<MessageParam['content'], string>>();
  expectTypeOf<Pick<Message, 'role' | 'content'>>().toExtend<MessageParam>();
});

test('a block narrows on its type', () => {
  const read = (block: ContentBlock): string => {
    if (block.type === 'text') {
      expectTypeOf(block).toEqualTypeOf<TextBlock>();
      return block.text;
    }
    if (block.type === 'tool_use') {
      expectTypeOf(block).toEqualTypeOf<ToolUseBlock>();
      return block.name;
    }
    return block.type;
  };
  expectTypeOf(read).toBeFunction();
});

test('events and deltas narrow and stay open', () => {
  expectTypeOf<Extract<MessageStreamEvent, UnknownMember>>().toEqualTypeOf<UnknownMember>();
  expectTypeOf<Extract<ContentBlockDelta, UnknownMember>>().toEqualTypeOf<UnknownMember>();
});

test('a request accepts any model and completes known ones', () => {
  const params: MessageCreateParams = { model: 'anything', max_tokens: 1, messages: [] };
  expectTypeOf(params.model).toExtend<string>();
});

test('a request rejects unknown fields and roles', () => {
  // @ts-expect-error -- the system prompt is a field, not a role
  const turn: MessageParam = { role: 'system', content: 'x' };
  // @ts-expect-error -- a block of an unknown type is not a valid literal
  const block: ContentBlockParam = { type: 'hologram' };
  // @ts-expect-error -- max_tokens is required
  const params: MessageCreateParams = { model: 'm', messages: [turn, block] };
  void params;
});

test('a custom tool does not need a type', () => {
  expectTypeOf<{ name: string; input_schema: { type: 'object' } }>().toExtend<CustomTool>();
  expectTypeOf<CustomTool>().toExtend<Tool>();
});
