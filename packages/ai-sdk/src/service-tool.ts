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

/** Definition of a tool that the service runs, without its name, which its type determines. */
export type ServiceToolDefinition =
  | Omit<AdvisorTool, 'name'>
  | Omit<CachedWebFetchTool, 'name'>
  | Omit<CodeExecutionTool, 'name'>
  | McpToolset
  | Omit<ToolSearchBm25Tool, 'name'>
  | Omit<ToolSearchRegexTool, 'name'>
  | Omit<WebFetchTool, 'name'>
  | Omit<WebSearchTool, 'name'>;

/** A tool that the service runs, for the `tools` of a call. */
export interface ServiceTool {
  readonly type: 'provider';
  /** Name of the provider and type of the tool. */
  readonly id: `${string}.${string}`;
  readonly isProviderExecuted: true;
  /** Code that calls tools of the program has its result in a later reply. */
  readonly supportsDeferredResults: true;
  /** The definition, without its type. */
  readonly args: Record<string, unknown>;
  /** A standard schema that accepts all inputs, which the service checks. */
  readonly inputSchema: {
    readonly '~standard': {
      readonly version: 1;
      readonly vendor: string;
      /** Returns the value. */
      readonly validate: (value: unknown) => { readonly value: unknown };
    };
  };
}

const ANYTHING: ServiceTool['inputSchema'] = {
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
