/** Starts the agent loop of runTools and streamTools. */
import { ConfigError, type CallOptions } from '@parlance/core-transport';
import {
  requireFunction,
  requireObject,
  requireObjects,
  requireText,
} from '@parlance/core-transport/internal';
import type { InferenceClient } from '../inference-client.js';
import type { MessageParams } from '../messages.js';
import { compileOutput, type AnySchema, type OutputOf } from '../value-schema/value-schema.js';
import { startRunSpan } from './run-trace.js';
import { toolLoop, type ToolLoopParts, type ToolLoopUpdate } from './tool-loop.js';
import { splitOptions, type ToolLoopOptions } from './tool-loop-options.js';
import type { ToolRun, ToolRunParams } from './tool-run.js';

/**
 * Checks the arguments of a run and starts its loop.
 *
 * @param reply - Creates a reply with the options of the run's calls.
 * @throws {ConfigError} When an argument is invalid.
 */
export function startLoop<S extends AnySchema | undefined, Update>(
  client: Pick<InferenceClient, 'messages'>,
  params: ToolRunParams & { readonly output?: S },
  options: ToolLoopOptions,
  reply: (
    request: MessageParams,
    turn: number,
    call: CallOptions,
  ) => ReturnType<ToolLoopParts<unknown, Update>['createReply']>,
): AsyncGenerator<Update | ToolLoopUpdate, ToolRun<OutputOf<S>>, undefined> {
  requireObject('options', options);
  checkParams(params);
  const { output, ...request } = params;
  const split = splitOptions(options);
  return toolLoop<OutputOf<S>, Update>({
    params: request,
    options: split,
    schema: compileOutput(output as S),
    span: startRunSpan(client, params.model),
    createReply: (message, turn) => reply(message, turn, split.call),
  });
}

/** Checks the params of a run, so that a malformed tool fails before the model can call it. */
function checkParams(params: ToolRunParams): void {
  requireObject('params', params);
  requireObjects('messages', params.messages);
  requireObjects('tools', params.tools);
  const names = new Set<string>();
  for (const [index, tool] of params.tools.entries()) {
    const option = `tools.${index}`;
    if ('definition' in tool) {
      requireObject(`${option}.definition`, tool.definition);
      requireText(`${option}.definition.name`, tool.definition.name);
      requireFunction(`${option}.call`, tool.call);
    }
    const { name } = ('definition' in tool ? tool.definition : tool) as { readonly name?: string };
    if (name === undefined) continue;
    if (names.has(name)) throw new ConfigError(option, `${option} has the name "${name}" of another tool`);
    names.add(name);
  }
}
