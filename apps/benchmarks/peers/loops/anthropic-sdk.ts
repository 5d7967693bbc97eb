/** `client.beta.messages.toolRunner` of `@anthropic-ai/sdk`. */
import Anthropic from '@anthropic-ai/sdk';
import { mcpTools } from '@anthropic-ai/sdk/helpers/beta/mcp';
import { betaZodOutputFormat, betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod';
import type { BetaToolRunnerParams } from '@anthropic-ai/sdk/lib/tools/BetaToolRunner';
import { ToolError } from '@anthropic-ai/sdk/lib/tools/ToolError';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { KEY, PARAMS } from '@parlance/testing/probes/subject';
import {
  FailureWithPicture,
  INPUT,
  OUTPUT,
  UNSUPPORTED,
  type Ending,
  type LoopSubject,
  type Task,
  type TaskTool,
  type Wishes,
} from '@parlance/testing/loops/loop-subject';

type Message = Anthropic.Beta.BetaMessage;
type Params = BetaToolRunnerParams;

export const subject: LoopSubject = {
  how: {
    stopAfterSteps: '`max_iterations`',
    stopAtTokens: 'own code leaves the loop',
    stopAtCost: 'own code leaves the loop',
    stopAfterCall: 'own code leaves the loop',
    force: '`tool_choice`',
    laterMaxTokens: '`setMessagesParams`',
    approval: 'own code in the tool',
    editing: 'own code in the tool',
    structured: '`output_config`',
    resume: 'own code with `generateToolResponse`',
    updates: '`stream: true`',
    outcome: '`parse`',
    mcp: '`mcpTools`',
  },
  run: async (task) => {
    const client = new Anthropic({ baseURL: task.url, apiKey: KEY });
    const runner = client.beta.messages.toolRunner(
      { ...paramsOf(task), stream: false },
      { signal: task.signal },
    );
    if (task.saved !== undefined) {
      const results = await runner.generateToolResponse();
      if (results) runner.pushMessages(results);
    }
    const messages: Message[] = [];
    for await (const message of runner) {
      messages.push(message);
      const conversation = [
        ...runner.params.messages,
        { role: 'assistant' as const, content: message.content },
      ];
      task.save?.(JSON.stringify(conversation));
      if (isOver(messages, task.wishes)) break;
      const { laterMaxTokens } = task.wishes;
      if (laterMaxTokens !== undefined && message.stop_reason === 'tool_use') {
        const results = await runner.generateToolResponse();
        runner.setMessagesParams((before) => ({
          ...before,
          max_tokens: laterMaxTokens,
          messages: [...conversation, ...(results ? [results] : [])],
        }));
      }
    }
    return endingOf(messages);
  },
  updates: async (task) => {
    const client = new Anthropic({ baseURL: task.url, apiKey: KEY });
    const types: string[] = [];
    for await (const stream of client.beta.messages.toolRunner({ ...paramsOf(task), stream: true }))
      for await (const _event of stream) types.push('event');
    return types;
  },
  outcome: async (url) => {
    const client = new Anthropic({ baseURL: url, apiKey: KEY });
    const message = await client.beta.messages.parse({
      ...PARAMS,
      output_config: { format: betaZodOutputFormat(OUTPUT) },
    });
    return message.parsed_output === null ? `\`stop_reason\` \`${message.stop_reason}\`` : 'returned as data';
  },
  unsupported: (url) => {
    const client = new Anthropic({ baseURL: url, apiKey: KEY });
    return client.beta.messages.parse({
      ...PARAMS,
      output_config: { format: betaZodOutputFormat(UNSUPPORTED) },
    });
  },
  mcp: async (url, server) => {
    const mcp = new Client({ name: 'benchmark', version: '1.0.0' });
    await mcp.connect(new StreamableHTTPClientTransport(new URL(server)));
    try {
      const { tools } = await mcp.listTools();
      const client = new Anthropic({ baseURL: url, apiKey: KEY });
      return endingOf([
        await client.beta.messages.toolRunner({
          ...PARAMS,
          tools: mcpTools(tools, mcp as Parameters<typeof mcpTools>[1]),
        }),
      ]);
    } finally {
      await mcp.close();
    }
  },
};

function paramsOf({ tools, wishes, saved }: Task): Params {
  const { stopAfterSteps, force, structured } = wishes;
  return {
    ...PARAMS,
    ...(saved !== undefined && { messages: JSON.parse(saved) }),
    ...(stopAfterSteps !== undefined && { max_iterations: stopAfterSteps }),
    ...(force && { tool_choice: { type: 'any' as const } }),
    ...(structured && { output_config: { format: betaZodOutputFormat(OUTPUT) } }),
    // Sends the whole conversation each turn, as the other loops do.
    thread: false,
    tools: tools.map((tool) => toolOf(tool, wishes)),
  };
}

function toolOf({ name, run }: TaskTool, { approval }: Wishes): Params['tools'][number] {
  const description = 'A tool';
  if (!run)
    return { name, description, input_schema: { type: 'object', properties: { city: { type: 'string' } } } };
  return betaZodTool({
    name,
    description,
    inputSchema: INPUT,
    run: async (input, context) => {
      if (typeof approval === 'object' && 'deny' in approval) throw new ToolError(approval.deny);
      const allowed = typeof approval === 'object' && 'edit' in approval ? approval.edit : input;
      try {
        return String(await run(allowed, context?.signal ?? undefined));
      } catch (error) {
        if (!(error instanceof FailureWithPicture)) throw error;
        throw new ToolError([
          { type: 'text', text: error.text },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: error.picture } },
        ]);
      }
    },
  });
}

function isOver(messages: readonly Message[], { stopAtTokens, stopAtCost, stopAfterCall }: Wishes): boolean {
  const tokens = messages.reduce((sum, message) => sum + tokensOf(message), 0);
  return (
    (stopAtTokens !== undefined && tokens >= stopAtTokens) ||
    (stopAtCost !== undefined && tokens / 1_000_000 >= stopAtCost) ||
    messages.at(-1)?.content.some((block) => block.type === 'tool_use' && block.name === stopAfterCall) ===
      true
  );
}

function tokensOf({ usage }: Message): number {
  return usage.input_tokens + usage.output_tokens;
}

function endingOf(messages: readonly Message[]): Ending {
  const last = messages.at(-1);
  const parsed: unknown = last && 'parsed_output' in last ? last.parsed_output : undefined;
  return {
    text: last?.content.map((block) => (block.type === 'text' ? block.text : '')).join('') ?? '',
    pending: [],
    tokensPerStep: messages.map(tokensOf),
    output: parsed,
  };
}
