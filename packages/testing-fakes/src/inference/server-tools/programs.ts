/** Programmatic tool calling: simulated programs that call tools of the client and web tools. */
import type {
  ContentBlockParam,
  MessageCreateParams,
  Tool,
  ToolCaller,
  ToolUseBlock,
} from '@parlance/schemas';
import { isObject, parsedJson } from '../../input/json.js';
import type { CommandedCall } from '../../model/command.js';
import { turnsOf } from '../../model/turns.js';
import type { World } from '../../world/world.js';
import { isDeferred, loadedTools } from '../request-size.js';
import { isClientTool } from './offer.js';
import type { CallResult, ServerToolUse } from './outcome.js';

/** A call in a program. */
export interface ProgramCall extends CommandedCall {
  /** Whether the program prints the result. */
  readonly isPrinted: boolean;
}

/** Versions of the code execution tool whose programs can call tools. */
const CALLERS = ['code_execution_20250825', 'code_execution_20260120'] as const;

/** Server tools that programs can call. */
const WEB_TOOLS: ReadonlySet<string> = new Set(['web_search', 'web_fetch']);

/** Returns the version of the code execution tool that calls tools; undefined if the request has none. */
export function callerType({ tools = [] }: MessageCreateParams): (typeof CALLERS)[number] | undefined {
  return CALLERS.find((type) => tools.some((tool) => tool.type === type));
}

/** A tool that programs can call. */
export interface ProgramTool {
  /** Whether the model can also call it directly. */
  readonly isDirect: boolean;
  /** Whether the client runs it. The service runs the other ones: web search and web fetch. */
  readonly isClientTool: boolean;
}

/** Returns the tools that programs can call, by name. */
export function programTools(body: MessageCreateParams): ReadonlyMap<string, ProgramTool> {
  const caller = callerType(body);
  const loaded = loadedTools(body);
  const callable = (body.tools ?? []).flatMap((tool: Tool) => {
    if (caller === undefined || tool.type === 'mcp_toolset') return [];
    const isClient = isClientTool(tool);
    if (!isClient && !WEB_TOOLS.has(tool.name)) return [];
    const callers = tool.allowed_callers ?? [];
    const isLoaded = !isDeferred(tool) || loaded.has(tool.name);
    return isLoaded && callers.includes(caller)
      ? [[tool.name, { isDirect: callers.includes('direct'), isClientTool: isClient }] as const]
      : [];
  });
  return new Map(callable);
}

/** Writes a program that makes calls and prints their results. */
export function programOf(calls: readonly CommandedCall[]): string {
  return calls.map(({ name, input }) => `print(await ${name}(${JSON.stringify(input)}))`).join('\n');
}

/** Parses a line of a program that calls a tool: `print(await NAME({json}))`, without `print` or `await` as well. */
export function readProgramCall(
  line: string,
  names: Pick<ReadonlySet<string>, 'has'>,
): ProgramCall | undefined {
  const text = line.trim();
  const isPrinted = text.startsWith('print(') && text.endsWith(')');
  const call = /^(?:\w+ = )?(?:await )?([\w-]+)\((.*)\)$/.exec(isPrinted ? text.slice(6, -1) : text);
  const [, name = '', argument = ''] = call ?? [];
  if (!names.has(name)) return undefined;
  const input = argument === '' ? {} : parsedJson(argument);
  return isObject(input) ? { name, input: { ...input }, isPrinted } : undefined;
}

/** Returns the calls of a use of code execution that have no results yet, as blocks for the client. */
export function pendingCalls(world: World, body: MessageCreateParams, use: ServerToolUse): ToolUseBlock[] {
  const type = callerType(body);
  const { code } = use.input;
  if (type === undefined || use.offered.name !== 'code_execution' || typeof code !== 'string') return [];
  if (resultsOf(body, use.id).length > 0) return [];
  const names = programTools(body);
  return code.split('\n').flatMap((line) => {
    const call = readProgramCall(line, names);
    if (call === undefined || names.get(call.name)?.isClientTool !== true) return [];
    const { name, input } = call;
    return [
      {
        type: 'tool_use',
        id: world.id('toolu_'),
        name,
        input: { ...input },
        caller: { type, tool_id: use.id },
      },
    ];
  });
}

/** Returns the results of the calls of a program, in the order of the calls. */
export function resultsOf({ messages }: MessageCreateParams, useId: string): CallResult[] {
  const blocks = messages.flatMap(({ content }): readonly ContentBlockParam[] =>
    typeof content === 'string' ? [] : content,
  );
  return blocks.flatMap((block) => {
    if (block.type !== 'tool_use' || !isCalledBy(block, useId)) return [];
    const result = blocks.find((one) => one.type === 'tool_result' && one.tool_use_id === block.id);
    if (result?.type !== 'tool_result') return [];
    const text = turnsOf([{ role: 'user', content: result.content }])[0]?.text ?? '';
    return [{ text, isError: result.is_error === true }];
  });
}

/** Returns the caller of the tools that a program calls. */
export function callerOf({ id, offered: { tool } }: ServerToolUse): ToolCaller {
  const type = CALLERS.find((caller) => caller === tool.type);
  return type === undefined ? { type: 'direct' } : { type, tool_id: id };
}

/** Whether the program of a server tool use made a call. */
export function isCalledBy({ caller }: ToolUseBlock, useId: string): boolean {
  return caller !== undefined && 'tool_id' in caller && caller.tool_id === useId;
}
