/** Checks the params of a run before its first request. */
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
  for (const [index, tool] of params.tools.entries()) {
    if (!('definition' in tool)) continue;
    const option = `tools.${index}`;
    requireObject(`${option}.definition`, tool.definition);
    requireText(`${option}.definition.name`, tool.definition.name);
    requireFunction(`${option}.call`, tool.call);
  }
}
