/** Records that the service returns can be sent back to inference and administration: read, change, write compiles. */
import type { AdminClient } from '@parlance/admin';
import type {
  InferenceClient,
  Message,
  MessageCreateParams,
  MessageParam,
  Model,
  ToolUseBlock,
} from '@parlance/inference';
import type { SessionUpdateParams } from '@parlance/managed-agents';
import { expectTypeOf, test } from 'vitest';
import type * as sdk from './index.js';

declare const inference: InferenceClient;
declare const admin: AdminClient;
declare const message: Message;
declare const call: ToolUseBlock;
declare const workspace: sdk.Workspace;
declare const session: sdk.Session;
declare const params: MessageCreateParams;

test('a reply, its content, its container and its model', () => {
  expectTypeOf<{ role: Message['role']; content: Message['content'] }>().toExtend<MessageParam>();
  expectTypeOf(inference.messages.create).toBeCallableWith({
    model: message.model,
    max_tokens: 1,
    container: message.container?.id,
    messages: [
      { role: message.role, content: message.content },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: call.id, content: 'done' }] },
    ],
  });
  expectTypeOf<Message['model']>().toExtend<Model>();
  expectTypeOf(inference.messages.countTokens).toBeCallableWith({
    model: params.model,
    messages: params.messages,
    system: params.system,
    tools: params.tools,
    tool_choice: params.tool_choice,
    thinking: params.thinking,
  });
});

test('the settings of a workspace', () => {
  const { name, data_residency } = workspace;
  expectTypeOf(admin.workspaces.update).toBeCallableWith(workspace.id, {
    name,
    data_residency: {
      allowed_inference_geos: data_residency.allowed_inference_geos,
      default_inference_geo: data_residency.default_inference_geo,
    },
  });
  expectTypeOf(admin.workspaces.create).toBeCallableWith({ name, data_residency });
});

test('the documented change of the tools of a session', () => {
  expectTypeOf<{
    agent: { tools: (typeof session.agent.tools)[number][] };
  }>().toExtend<SessionUpdateParams>();
});

test('the names of server tools are closed in requests, and replies can be sent back', () => {
  expectTypeOf<sdk.ServerToolUseBlockParam>().toExtend<sdk.ContentBlockParam>();
  expectTypeOf<sdk.ServerToolUseBlock>().toExtend<sdk.ContentBlockParam>();
  expectTypeOf<'web_crawl'>().not.toExtend<sdk.ServerToolUseBlockParam['name']>();
});

test('the error codes of server tools are closed in requests, and replies can be sent back', () => {
  type Blocks = {
    web_search: [sdk.WebSearchToolResultBlock, sdk.WebSearchToolResultBlockParam];
    web_fetch: [sdk.WebFetchToolResultBlock, sdk.WebFetchToolResultBlockParam];
    code_execution: [sdk.CodeExecutionToolResultBlock, sdk.CodeExecutionToolResultBlockParam];
    bash: [sdk.BashCodeExecutionToolResultBlock, sdk.BashCodeExecutionToolResultBlockParam];
    text_editor: [
      sdk.TextEditorCodeExecutionToolResultBlock,
      sdk.TextEditorCodeExecutionToolResultBlockParam,
    ];
    tool_search: [sdk.ToolSearchToolResultBlock, sdk.ToolSearchToolResultBlockParam];
    advisor: [sdk.AdvisorToolResultBlock, sdk.AdvisorToolResultBlockParam];
  };
  type CodeOf<Block extends { content: unknown }> = Extract<
    Block['content'],
    { error_code: string }
  >['error_code'];
  expectTypeOf<Blocks[keyof Blocks][number]>().toExtend<sdk.ContentBlockParam>();
  expectTypeOf<'other'>().toExtend<CodeOf<Blocks['web_search'][0]>>();
  expectTypeOf<'other'>().not.toExtend<CodeOf<Blocks[keyof Blocks][1]>>();
  expectTypeOf<'max_uses_exceeded'>().toExtend<CodeOf<Blocks['web_search'][1]>>();
  expectTypeOf<'url_too_long'>().toExtend<CodeOf<Blocks['web_fetch'][1]>>();
  expectTypeOf<'execution_time_exceeded'>().toExtend<CodeOf<Blocks['code_execution'][1]>>();
  expectTypeOf<'output_file_too_large'>().toExtend<CodeOf<Blocks['bash'][1]>>();
  expectTypeOf<'file_not_found'>().toExtend<CodeOf<Blocks['text_editor'][1]>>();
  expectTypeOf<'unavailable'>().toExtend<CodeOf<Blocks['tool_search'][1]>>();
  expectTypeOf<'overloaded'>().toExtend<CodeOf<Blocks['advisor'][1]>>();
});
