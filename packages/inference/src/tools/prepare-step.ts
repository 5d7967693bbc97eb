/** The request of one turn. */
import type { MessageParam, ToolChoice } from '@parlance/schemas/inference';
import type { MessageParams } from '../messages.js';
import type { AnyRunnableTool } from './define-tool.js';
import type { ToolRunParams, ToolRunProgress } from './tool-run.js';

/** State of a run before a turn. */
export interface PrepareStepState {
  /** 0-based number of the turn. */
  readonly turn: number;
  /** The conversation that will be sent. */
  readonly messages: readonly MessageParam[];
  /** The run so far; undefined before the first turn. */
  readonly run: ToolRunProgress | undefined;
}

/**
 * Returns params to change for the next turn, for example another model, fewer tools, or a trimmed conversation; undefined
 * changes nothing. Changes apply to this turn only, except `messages`, which replaces the conversation from here on. A
 * returned `tool_choice` applies even if it forces a tool call.
 */
export type PrepareStep = (
  state: PrepareStepState,
) => Partial<ToolRunParams> | undefined | void | Promise<Partial<ToolRunParams> | undefined | void>;

/** The tools of a turn. */
export interface OfferedTools {
  /** Tools that the run can call, by name. */
  readonly tools: ReadonlyMap<string, AnyRunnableTool>;
  /** Names of tools with a plain definition. */
  readonly left: ReadonlySet<string>;
}

/** A request, and the tools that it offers. */
export interface PreparedTurn extends OfferedTools {
  readonly request: MessageParams;
  /** The conversation, when it was replaced. */
  readonly messages: readonly MessageParam[] | undefined;
}

/**
 * Builds the request of a turn. A `tool_choice` of the params that forces a tool call applies to the first turn only:
 * otherwise the model could never stop calling tools.
 *
 * @param params - Params of the run.
 * @param prepare - Option `prepareStep`.
 * @param state - State of the run.
 */
export async function prepareTurn(
  params: ToolRunParams,
  prepare: PrepareStep | undefined,
  state: PrepareStepState,
): Promise<PreparedTurn> {
  const changes = (await prepare?.(state)) ?? undefined;
  const choice = state.turn === 0 ? params.tool_choice : unforced(params.tool_choice);
  const turn: ToolRunParams = {
    ...params,
    ...(choice !== undefined && { tool_choice: choice }),
    messages: [...state.messages],
    ...changes,
  };
  return {
    ...toolsOf(turn.tools),
    request: { ...turn, tools: turn.tools.map((tool) => (isRunnable(tool) ? tool.definition : tool)) },
    messages: changes?.messages,
  };
}

/** Separates the tools that a run can call from plain definitions. */
export function toolsOf(tools: ToolRunParams['tools']): OfferedTools {
  const runnable = tools.filter(isRunnable);
  const plain = tools.filter((tool) => !isRunnable(tool));
  return {
    tools: new Map(runnable.map((tool) => [tool.definition.name, tool])),
    left: new Set(plain.flatMap((tool) => ('name' in tool ? [tool.name] : []))),
  };
}

function unforced(choice: ToolChoice | undefined): ToolChoice | undefined {
  if (choice?.type !== 'any' && choice?.type !== 'tool') return choice;
  const { disable_parallel_tool_use: disabled } = choice;
  return { type: 'auto', ...(disabled !== undefined && { disable_parallel_tool_use: disabled }) };
}

function isRunnable(tool: ToolRunParams['tools'][number]): tool is AnyRunnableTool {
  return 'definition' in tool;
}
