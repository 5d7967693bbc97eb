/** Tools of an MCP toolset. The emulator never connects to a server, so it knows only the tools that the toolset configures. */
import type { McpToolset } from '@parlance/schemas';

/** Tool that every server has. */
const ECHO = 'echo';

/** Returns the names of the tools that are known without a connection: those with a configuration, and `echo`. */
export function knownTools({ configs }: McpToolset): string[] {
  return [...new Set([...Object.keys(configs ?? {}), ECHO])];
}

/** Returns whether a toolset enables a tool. Default true. */
export function isEnabled(toolset: McpToolset, name: string): boolean {
  return configOf(toolset, name)?.enabled ?? toolset.default_config?.enabled ?? true;
}

/** Returns whether a tool is loaded only after tool search returns it. Default false. */
export function isDeferredBy(toolset: McpToolset, name: string): boolean {
  return configOf(toolset, name)?.defer_loading ?? toolset.default_config?.defer_loading ?? false;
}

/** Returns whether a toolset defers any tool. */
export function defersAny(toolset: McpToolset): boolean {
  return knownTools(toolset).some((name) => isDeferredBy(toolset, name));
}

function configOf(
  { configs }: McpToolset,
  name: string,
): NonNullable<McpToolset['configs']>[string] | undefined {
  return configs != null && Object.hasOwn(configs, name) ? configs[name] : undefined;
}
