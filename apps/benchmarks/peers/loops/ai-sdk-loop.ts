/** `generateText` and `streamText` of `ai`, with the models of any provider. */
import { createMCPClient } from '@ai-sdk/mcp';
import {
  generateText,
  hasToolCall,
  isStepCount,
  NoObjectGeneratedError,
  Output,
  streamText,
  tool,
  type LanguageModel,
  type ModelMessage,
  type StopCondition,
  type ToolSet,
} from 'ai';
import { MAX_TOKENS } from '@parlance/testing/request';
import { PROMPT } from '@parlance/testing/probes/subject';
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

/** `ai` itself sets no other limit than the default of one step. */
const MAX_STEPS = 20;
const output = Output.object({ schema: OUTPUT });

const HOW: LoopSubject['how'] = {
  stopAfterSteps: '`stopWhen: isStepCount(2)`',
  stopAtTokens: 'own code in `stopWhen`',
  stopAtCost: 'own code in `stopWhen`',
  stopAfterCall: "`stopWhen: hasToolCall('submit')`",
  force: '`toolChoice`',
  laterMaxTokens: '`prepareStep`',
  approval: '`toolApproval`',
  editing: '`experimental_refineToolInput`',
  toolTimeoutMs: '`timeout.toolMs`',
  structured: '`output`',
  resume: 'own code in `onStepEnd`',
  updates: '`streamText`',
  partial: '`partialOutputStream`',
  outcome: '`generateText`',
  mcp: '`createMCPClient`',
};

/** Creates the subject for a provider. */
export function aiSdkSubject(modelAt: (url: string) => LanguageModel): LoopSubject {
  const base = (url: string) => ({
    model: modelAt(url),
    maxOutputTokens: MAX_TOKENS,
    // Its models generate JSON in the reply, not as the input of a tool.
    providerOptions: { anthropic: { structuredOutputMode: 'outputFormat' as const } },
  });
  return {
    how: HOW,
    run: async (task) => {
      const result = await generateText({ ...base(task.url), ...paramsOf(task), ...outputOf(task.wishes) });
      return endingOf(result, task.wishes.structured === true);
    },
    updates: async (task) => {
      const types: string[] = [];
      const { fullStream } = streamText({ ...base(task.url), ...paramsOf(task), onError: () => undefined });
      for await (const part of fullStream) types.push(part.type);
      return types;
    },
    ...structuredOutput(base),
    mcp: async (url, server) => {
      const mcp = await createMCPClient({ transport: { type: 'http', url: server } });
      try {
        const tools = await mcp.tools();
        const result = await generateText({
          ...base(url),
          prompt: PROMPT,
          tools,
          stopWhen: isStepCount(MAX_STEPS),
        });
        return endingOf(result, false);
      } finally {
        await mcp.close();
      }
    },
  };
}

function structuredOutput(
  base: (url: string) => { model: LanguageModel },
): Pick<LoopSubject, 'partial' | 'outcome' | 'unsupported'> {
  return {
    partial: async (url) => {
      const partials: unknown[] = [];
      const result = streamText({ ...base(url), prompt: PROMPT, output, onError: () => undefined });
      for await (const partial of result.partialOutputStream) partials.push(partial);
      return partials;
    },
    outcome: async (url) => {
      try {
        const result = await generateText({ ...base(url), prompt: PROMPT, output });
        return typeof result.output === 'object' ? 'returned as data' : 'nothing';
      } catch (error) {
        if (!NoObjectGeneratedError.isInstance(error)) throw error;
        return `\`${error.name}\` with \`finishReason\` \`${error.finishReason}\``;
      }
    },
    unsupported: (url) =>
      generateText({ ...base(url), prompt: PROMPT, output: Output.object({ schema: UNSUPPORTED }) }),
  };
}

function outputOf({ structured }: Wishes) {
  return structured ? { output } : {};
}

function paramsOf({ tools, wishes, signal, save, saved }: Task) {
  const { approval, force, toolTimeoutMs, laterMaxTokens } = wishes;
  const messages: ModelMessage[] = [
    { role: 'user', content: PROMPT },
    ...(saved === undefined ? [] : (JSON.parse(saved) as ModelMessage[])),
  ];
  const denial = typeof approval === 'object' && 'deny' in approval ? approval.deny : undefined;
  const edit = typeof approval === 'object' && 'edit' in approval ? approval.edit : undefined;
  return {
    messages,
    tools: Object.fromEntries(tools.map((one) => [one.name, toolOf(one)])) as ToolSet,
    stopWhen: [isStepCount(wishes.stopAfterSteps ?? MAX_STEPS), ...conditionsOf(wishes)],
    ...(signal && { abortSignal: signal }),
    ...(force && { toolChoice: 'required' as const }),
    ...(toolTimeoutMs !== undefined && { timeout: { toolMs: toolTimeoutMs } }),
    ...(approval === 'allow' && { toolApproval: () => 'approved' as const }),
    ...(denial !== undefined && { toolApproval: () => ({ type: 'denied' as const, reason: denial }) }),
    ...(edit && { experimental_refineToolInput: { weather: () => edit } }),
    ...(laterMaxTokens !== undefined && {
      prepareStep: ({ stepNumber }: { stepNumber: number }) =>
        stepNumber === 0 ? undefined : { maxOutputTokens: laterMaxTokens },
    }),
    ...(save && {
      onStepEnd: ({ response }: { response: { messages: readonly unknown[] } }) =>
        save(JSON.stringify(response.messages)),
    }),
  };
}

function toolOf({ run }: TaskTool) {
  const inputSchema = INPUT;
  const description = 'A tool';
  if (!run) return tool({ description, inputSchema });
  return tool({
    description,
    inputSchema,
    execute: async (input, { abortSignal }) => {
      try {
        return await run(input, abortSignal);
      } catch (error) {
        // A tool can only fail with an error, whose message is sent.
        throw error instanceof FailureWithPicture ? new Error(error.text) : error;
      }
    },
  });
}

function conditionsOf({ stopAtTokens, stopAtCost, stopAfterCall }: Wishes): StopCondition<ToolSet>[] {
  const atTokens =
    (limit: number): StopCondition<ToolSet> =>
    ({ steps }) =>
      steps.reduce((sum, { usage }) => sum + (usage.totalTokens ?? 0), 0) >= limit;
  return [
    ...(stopAtTokens === undefined ? [] : [atTokens(stopAtTokens)]),
    ...(stopAtCost === undefined ? [] : [atTokens(stopAtCost * 1_000_000)]),
    ...(stopAfterCall === undefined ? [] : [hasToolCall(stopAfterCall)]),
  ];
}

/** The part of a result that the probes use. */
interface Result {
  readonly text: string;
  readonly output: unknown;
  readonly steps: readonly { readonly usage: { readonly totalTokens?: number | undefined } }[];
  readonly usage: { readonly totalTokens?: number | undefined };
  readonly toolCalls: readonly { readonly toolCallId: string; readonly toolName: string }[];
  readonly toolResults: readonly { readonly toolCallId: string }[];
}

function endingOf(result: Result, hasOutput: boolean): Ending {
  const { text, steps, usage, toolCalls, toolResults } = result;
  const done = new Set(toolResults.map(({ toolCallId }) => toolCallId));
  return {
    text,
    pending: toolCalls.filter(({ toolCallId }) => !done.has(toolCallId)).map(({ toolName }) => toolName),
    tokensPerStep: steps.map((step) => step.usage.totalTokens ?? 0),
    totalTokens: usage.totalTokens ?? 0,
    // A getter that throws if there is no output.
    ...(hasOutput && { output: result.output }),
  };
}
