/** Checks the params of a run before its first request. */
import { ConfigError } from '@parlance/core-transport';
import {
  requireFunction,
  requireObject,
  requireObjects,
  requireText,
} from '@parlance/core-transport/internal';
import type { ToolRunParams } from './tool-run.js';

/**
 * Checks the params of a run, so that a malformed tool fails before the model can call it.
 *
 * @throws {ConfigError} When an argument or a tool is malformed. Names the argument, or the first malformed tool.
 */
export function checkRunParams(params: ToolRunParams): void {
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
