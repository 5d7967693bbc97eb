/** `runTools` and `streamTools` of `@parlance/inference`. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import {
  costReaches,
  defineTool,
  hasToolCall,
  InferenceClient,
  runTools,
  safeCreateStructured,
  stepCountIs,
  streamStructured,
  streamTools,
  tokenUsageReaches,
  ToolResultError,
  type AnyRunnableTool,
  type StopCondition,
  type ToolLoopOptions,
  type ToolRun,
} from '@parlance/inference';
import { mcpTools } from '@parlance/inference/mcp';
import { MODEL } from '../request.ts';
import { KEY, PARAMS } from '../probes/subject.ts';
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
} from './loop-subject.ts';

const PRICES = { [MODEL]: { input: 1, output: 1 } };

export const subject: LoopSubject = {
  how: {
    stopAfterSteps: '`stopWhen: stepCountIs(2)`',
    stopAtTokens: '`stopWhen: tokenUsageReaches(200)`',
    stopAtCost: '`stopWhen: costReaches(0.0002)`',
    stopAfterCall: "`stopWhen: hasToolCall('submit')`",
    force: '`tool_choice`',
    laterMaxTokens: '`prepareStep`',
    approval: '`approve`',
    editing: '`approve`',
    toolTimeoutMs: '`timeoutMs`',
    maxParallel: '`maxParallelTools`',
    structured: '`output`',
    repair: '`repair`',
    resume: '`onCheckpoint`, `resumeFrom`',
    updates: '`streamTools`',
    partial: '`partialOutputStream()`',
    outcome: '`safeCreateStructured`',
    mcp: '`mcpTools`',
  },
  run: async (task) => {
    const client = new InferenceClient({ baseUrl: task.url, apiKey: KEY });
    const { save, saved, wishes } = task;
    const run = await runTools(
      client,
      { ...paramsOf(task), ...(wishes.structured && { output: OUTPUT }) },
      {
        ...optionsOf(task),
        ...(save && { onCheckpoint: (checkpoint) => save(JSON.stringify(checkpoint)) }),
        ...(saved !== undefined && { resumeFrom: JSON.parse(saved) }),
      },
    );
    return endingOf(run);
  },
  updates: async (task) => {
    const client = new InferenceClient({ baseUrl: task.url, apiKey: KEY });
    const types: string[] = [];
    for await (const update of streamTools(client, paramsOf(task), optionsOf(task))) types.push(update.type);
    return types;
  },
  partial: async (url) => {
    const client = new InferenceClient({ baseUrl: url, apiKey: KEY });
    const partials: unknown[] = [];
    for await (const partial of streamStructured(client, { ...PARAMS, output: OUTPUT }).partialOutputStream())
      partials.push(partial);
    return partials;
  },
  outcome: async (url) => {
    const client = new InferenceClient({ baseUrl: url, apiKey: KEY });
    const { status } = await safeCreateStructured(client, { ...PARAMS, output: OUTPUT });
    return `status \`${status}\``;
  },
  unsupported: (url) =>
    safeCreateStructured(new InferenceClient({ baseUrl: url, apiKey: KEY }), {
      ...PARAMS,
      output: UNSUPPORTED,
    }),
  mcp: async (url, server) => {
    const mcp = new Client({ name: 'benchmark', version: '1.0.0' });
    await mcp.connect(new StreamableHTTPClientTransport(new URL(server)));
    try {
      const client = new InferenceClient({ baseUrl: url, apiKey: KEY });
      return endingOf(await runTools(client, { ...PARAMS, tools: await mcpTools(mcp) }));
    } finally {
      await mcp.close();
    }
  },
};

function paramsOf({ tools, wishes }: Task) {
  return {
    ...PARAMS,
    ...(wishes.force && { tool_choice: { type: 'any' as const } }),
    tools: tools.map((tool) => toolOf(tool, wishes)),
  };
}

function toolOf(
  { name, run }: TaskTool,
  { approval, toolTimeoutMs }: Wishes,
): AnyRunnableTool | AnyRunnableTool['definition'] {
  const description = 'A tool';
  if (!run)
    return { name, description, input_schema: { type: 'object', properties: { city: { type: 'string' } } } };
  return defineTool({
    name,
    description,
    input: INPUT,
    approval: approval !== undefined,
    ...(toolTimeoutMs !== undefined && { timeoutMs: toolTimeoutMs }),
    run: async (input, { signal }) => {
      try {
        return await run(input, signal);
      } catch (error) {
        if (!(error instanceof FailureWithPicture)) throw error;
        throw new ToolResultError([
          { type: 'text', text: error.text },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: error.picture } },
        ]);
      }
    },
  });
}

function optionsOf({ wishes, signal }: Task): ToolLoopOptions {
  const { approval, laterMaxTokens, maxParallel, repair } = wishes;
  return {
    prices: PRICES,
    stopWhen: conditionsOf(wishes),
    ...(signal && { signal }),
    ...(maxParallel !== undefined && { maxParallelTools: maxParallel }),
    ...(repair && { repair }),
    ...(laterMaxTokens !== undefined && {
      prepareStep: ({ turn }) => (turn === 0 ? undefined : { max_tokens: laterMaxTokens }),
    }),
    ...(approval !== undefined && {
      approve: () => {
        if (approval === 'allow' || 'deny' in approval) return approval;
        return { allow: { ...approval.edit } };
      },
    }),
  };
}

function conditionsOf({ stopAfterSteps, stopAtTokens, stopAtCost, stopAfterCall }: Wishes): StopCondition[] {
  return [
    ...(stopAfterSteps === undefined ? [] : [stepCountIs(stopAfterSteps)]),
    ...(stopAtTokens === undefined ? [] : [tokenUsageReaches(stopAtTokens)]),
    ...(stopAtCost === undefined ? [] : [costReaches(stopAtCost)]),
    ...(stopAfterCall === undefined ? [] : [hasToolCall(stopAfterCall)]),
  ];
}

function endingOf(run: ToolRun<unknown>): Ending {
  const { message, usage, cost, steps, output } = run;
  return {
    text: message.content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
    pending: run.reason === 'pending_calls' ? run.pendingCalls.map(({ name }) => name) : [],
    tokensPerStep: steps.map(({ message: reply }) => reply.usage.input_tokens + reply.usage.output_tokens),
    totalTokens: usage.input_tokens + usage.output_tokens,
    ...(cost && { cost: cost.total }),
    output,
  };
}
