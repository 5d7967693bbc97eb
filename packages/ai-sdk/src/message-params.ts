/** Converts the call options of the AI SDK to the params of a message. */
import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  SharedV4Warning,
} from '@ai-sdk/provider';
import { outputFormat, type JsonSchema, type MessageParams } from '@parlance/inference';
import type { OutputConfig, Tool, ToolChoice, ToolInputSchema } from '@parlance/schemas/inference';
import { promptMessages } from './prompt-messages.js';
import { cachingOf, callOptionsOf, PROVIDER } from './provider-options.js';

/** Params of a message, and the settings that they cannot express. */
export interface ConvertedCall {
  readonly params: MessageParams;
  readonly warnings: SharedV4Warning[];
}

/** What the model adds to the call options. */
export interface ModelFacts {
  /** Model. */
  readonly modelId: string;
  /** Maximum number of output tokens, unless the call sets it. */
  readonly maxOutputTokens: number;
}

/**
 * Converts call options.
 *
 * @throws {ConfigError} When the schema of the output uses a feature that the service does not support.
 * @throws {UnsupportedFunctionalityError} When messages cannot contain a file of the prompt.
 */
export function messageParams(options: LanguageModelV4CallOptions, model: ModelFacts): ConvertedCall {
  const warnings = unsupportedSettings(options);
  const { system, messages } = promptMessages(options.prompt, warnings);
  const { tools: addedTools = [], ...own } = callOptionsOf(options.providerOptions);
  const tools = [...toolsOf(options, warnings), ...addedTools];
  const { temperature, topP, topK, stopSequences, toolChoice, reasoning } = options;
  const output = { ...outputConfig(options, warnings), ...own.output_config };
  return {
    warnings,
    params: {
      model: model.modelId,
      max_tokens: options.maxOutputTokens ?? model.maxOutputTokens,
      messages,
      ...(system.length > 0 && { system }),
      ...(temperature !== undefined && { temperature }),
      ...(topP !== undefined && { top_p: topP }),
      ...(topK !== undefined && { top_k: topK }),
      ...(stopSequences !== undefined && stopSequences.length > 0 && { stop_sequences: stopSequences }),
      ...(tools.length > 0 && { tools }),
      ...(tools.length > 0 && toolChoice !== undefined && { tool_choice: wireToolChoice(toolChoice) }),
      ...(reasoning !== undefined &&
        reasoning !== 'provider-default' && {
          thinking: reasoning === 'none' ? { type: 'disabled' as const } : { type: 'adaptive' as const },
        }),
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
  { responseFormat, reasoning }: LanguageModelV4CallOptions,
  warnings: SharedV4Warning[],
): OutputConfig {
  const hasEffort = reasoning !== undefined && reasoning !== 'provider-default' && reasoning !== 'none';
  const effort = reasoning === 'minimal' ? 'low' : reasoning;
  const isJson = responseFormat?.type === 'json';
  if (isJson && responseFormat.schema === undefined)
    warnings.push({
      type: 'unsupported',
      feature: 'responseFormat',
      details: 'JSON output requires a schema. Describe the JSON in the prompt.',
    });
  return {
    ...(isJson &&
      responseFormat.schema !== undefined && {
        format: outputFormat(responseFormat.schema as JsonSchema),
      }),
    ...(hasEffort && { effort: effort as NonNullable<OutputConfig['effort']> }),
  };
}

function toolsOf({ tools = [] }: LanguageModelV4CallOptions, warnings: SharedV4Warning[]): Tool[] {
  return tools.flatMap((tool): Tool[] => {
    if (tool.type === 'function') return [customTool(tool)];
    const [provider, type] = tool.id.split('.', 2);
    if (provider === PROVIDER) return [{ ...tool.args, type, name: tool.name } as Tool];
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

function wireToolChoice(choice: NonNullable<LanguageModelV4CallOptions['toolChoice']>): ToolChoice {
  if (choice.type === 'tool') return { type: 'tool', name: choice.toolName };
  return { type: choice.type === 'required' ? 'any' : choice.type };
}
