/** Converts the call options of the AI SDK to the params of a message. */
import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  SharedV4Warning,
} from '@ai-sdk/provider';
import { outputFormat, type JsonSchema, type MessageParams } from '@parlance/inference';
import type { ModelInfo, OutputConfig, Tool, ToolChoice, ToolInputSchema } from '@parlance/schemas/inference';
import { promptMessages } from './prompt-messages.js';
import { cachingOf, callOptionsOf } from './provider-options.js';
import { reasoningParams, samplingParams } from './reasoning-params.js';
import { providerToolType, ToolNames, wireName } from './tool-names.js';

/** Params of a message, and the settings that they cannot express. */
export interface ConvertedCall {
  readonly params: MessageParams;
  readonly names: ToolNames;
  readonly warnings: SharedV4Warning[];
}

/** What the model adds to the call options. */
export interface ModelFacts {
  /** Model. */
  readonly modelId: string;
  /** Maximum number of output tokens, unless the call sets it. Default: that of the model, or 4,096 if it is unknown. */
  readonly maxOutputTokens?: number | undefined;
  /** Limits and capabilities of the model; undefined if they are unknown. */
  readonly info?: ModelInfo | undefined;
}

const DEFAULT_MAX_TOKENS = 4096;

/**
 * Converts call options.
 *
 * @throws {ConfigError} When the schema of the output uses a feature that the service does not support.
 * @throws {UnsupportedFunctionalityError} When messages cannot contain a file of the prompt.
 */
export function messageParams(options: LanguageModelV4CallOptions, model: ModelFacts): ConvertedCall {
  const warnings = unsupportedSettings(options);
  const names = new ToolNames(options.tools);
  const { system, messages } = promptMessages(options.prompt, names, warnings);
  const { tools: addedTools = [], ...own } = callOptionsOf(options.providerOptions);
  const tools = [...toolsOf(options, warnings), ...addedTools];
  const { stopSequences } = options;
  const maxTokens =
    options.maxOutputTokens ?? model.maxOutputTokens ?? model.info?.max_tokens ?? DEFAULT_MAX_TOKENS;
  const { effort, ...reasoning } = reasoningParams(
    { options, thinking: own.thinking, maxTokens },
    model.info,
    warnings,
  );
  const thinking = reasoning.thinking?.type;
  const output = { ...outputConfig(options, warnings), ...effort, ...own.output_config };
  return {
    warnings,
    names,
    params: {
      model: model.modelId,
      messages,
      ...(system.length > 0 && { system }),
      ...samplingParams(options, thinking === 'enabled' || thinking === 'adaptive', warnings),
      ...(stopSequences !== undefined && stopSequences.length > 0 && { stop_sequences: stopSequences }),
      ...(tools.length > 0 && { tools, ...toolChoiceOf(options, names, thinking === 'enabled', warnings) }),
      ...reasoning,
      ...own,
      ...(Object.keys(output).length > 0 && { output_config: output }),
    },
  };
}

function unsupportedSettings(options: LanguageModelV4CallOptions): SharedV4Warning[] {
  const settings = ['presencePenalty', 'frequencyPenalty', 'seed'] as const;
  return settings
    .filter((feature) => options[feature] !== undefined)
    .map((feature) => ({ type: 'unsupported', feature }));
}

function outputConfig(
  { responseFormat }: LanguageModelV4CallOptions,
  warnings: SharedV4Warning[],
): Pick<OutputConfig, 'format'> {
  if (responseFormat?.type !== 'json') return {};
  if (responseFormat.schema !== undefined)
    return { format: outputFormat(responseFormat.schema as JsonSchema) };
  const details = 'JSON output requires a schema. Describe the JSON in the prompt.';
  warnings.push({ type: 'unsupported', feature: 'responseFormat', details });
  return {};
}

function toolsOf({ tools = [] }: LanguageModelV4CallOptions, warnings: SharedV4Warning[]): Tool[] {
  return tools.flatMap((tool): Tool[] => {
    if (tool.type === 'function') return [customTool(tool)];
    const type = providerToolType(tool.id);
    // A toolset has no name of its own.
    if (type !== undefined)
      return [{ ...tool.args, type, ...(type !== 'mcp_toolset' && { name: wireName(type) }) } as Tool];
    warnings.push({ type: 'unsupported', feature: `tool ${tool.id} of another provider` });
    return [];
  });
}

function customTool(tool: LanguageModelV4FunctionTool): Tool {
  const { name, description, inputSchema, inputExamples, strict } = tool;
  return {
    name,
    ...(description !== undefined && { description }),
    input_schema: inputSchema as ToolInputSchema,
    ...(inputExamples !== undefined && { input_examples: inputExamples.map(({ input }) => input) }),
    ...(strict !== undefined && { strict }),
    ...cachingOf(tool),
  };
}

function toolChoiceOf(
  { toolChoice }: LanguageModelV4CallOptions,
  names: ToolNames,
  hasBudget: boolean,
  warnings: SharedV4Warning[],
): { tool_choice?: ToolChoice } {
  if (toolChoice === undefined) return {};
  if (hasBudget && (toolChoice.type === 'tool' || toolChoice.type === 'required')) {
    const details = 'A call of a tool cannot be forced when thinking has a budget. The model decides.';
    warnings.push({ type: 'unsupported', feature: 'toolChoice', details });
    return { tool_choice: { type: 'auto' } };
  }
  if (toolChoice.type === 'tool')
    return { tool_choice: { type: 'tool', name: names.toWire(toolChoice.toolName) } };
  return { tool_choice: { type: toolChoice.type === 'required' ? 'any' : toolChoice.type } };
}
