/** The interface that adapts a provider for the AI SDK to the programs. */
import type { ProviderV4 } from '@ai-sdk/provider';
import type { LanguageModel, Tool } from 'ai';

/** A provider that is connected to a service. */
export interface Connected {
  readonly provider: ProviderV4;
  /** Returns a model by the part of its name after the family, for example `opus-4-7`. */
  model(name: string): LanguageModel;
  /** Declares a tool that the service runs. */
  tool(type: string, options?: object): Tool;
}

/** A provider under test. */
export interface ProviderSubject {
  /** Key of its options. */
  readonly key: 'anthropic' | 'parlance';
  /** The names that the service uses. */
  readonly naming: { readonly vendor: string; readonly assistant: string } | undefined;
  /** Converts a field of the request to the name that options have. */
  option(field: string): string;
  connect(url: string, apiKey: string): Connected;
}
