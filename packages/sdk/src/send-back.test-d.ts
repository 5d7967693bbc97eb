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
