/** Tools that the service runs, for the `tools` of a call. */
import type {
  AdvisorTool,
  CachedWebFetchTool,
  CodeExecutionTool,
  McpToolset,
  ToolSearchBm25Tool,
  ToolSearchRegexTool,
  WebFetchTool,
  WebSearchTool,
} from '@parlance/inference';
import { ConfigError } from '@parlance/inference';
import { PROVIDER } from './provider-options.js';

type Unnamed<T> = T extends unknown ? Omit<T, 'name'> : never;

/** Definition of a tool that the service runs, without its name, which its type determines. */
export type ServiceToolDefinition = Unnamed<
  | AdvisorTool
  | CachedWebFetchTool
  | CodeExecutionTool
  | McpToolset
  | ToolSearchBm25Tool
  | ToolSearchRegexTool
  | WebFetchTool
  | WebSearchTool
>;

/** A tool that the service runs, for the `tools` of a call. */
export interface ServiceTool {
  readonly type: 'provider';
  readonly id: `${string}.${string}`;
  readonly isProviderExecuted: true;
  /** Code that calls tools of the program has its result in a later reply. */
  readonly supportsDeferredResults: true;
  readonly args: Record<string, unknown>;
  /** Accepts all inputs, which the service checks. */
  readonly inputSchema: AnyInput;
}

/** A standard schema of all values. */
interface AnyInput {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => { readonly value: unknown };
  };
}

const ANYTHING: AnyInput = {
  '~standard': { version: 1, vendor: PROVIDER, validate: (value) => ({ value }) },
};

/**
 * Declares a tool that the service runs.
 *
 * @throws {ConfigError} When the definition has no type.
 */
export function serviceTool(definition: ServiceToolDefinition): ServiceTool {
  const { type, ...args } = (definition ?? {}) as Partial<ServiceToolDefinition>;
  if (typeof type !== 'string')
    throw new ConfigError('type', 'type must be the type of a tool that the service runs');
  return {
    type: 'provider',
    id: `${PROVIDER}.${type}`,
    isProviderExecuted: true,
    supportsDeferredResults: true,
    args,
    inputSchema: ANYTHING,
  };
}
