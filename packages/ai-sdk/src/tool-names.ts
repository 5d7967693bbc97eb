/** Names of tools: the service fixes those of its own tools, the AI SDK uses the keys of the call's `tools`. */
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { PROVIDER } from './provider-options.js';

/** The names of a call's tools. */
export class ToolNames {
  readonly #wire = new Map<string, string>();
  readonly #own = new Map<string, string>();

  /** @param tools - Tools of the call. */
  constructor(tools: LanguageModelV4CallOptions['tools'] = []) {
    for (const tool of tools) {
      const type = tool.type === 'provider' ? providerToolType(tool.id) : undefined;
      if (type === undefined) continue;
      this.#wire.set(tool.name, wireName(type));
      this.#own.set(wireName(type), tool.name);
    }
  }

  /** Returns the name in requests. */
  toWire(name: string): string {
    return this.#wire.get(name) ?? name;
  }

  /** Returns the name in the AI SDK. The commands of code execution share its name. */
  toOwn(name: string): string {
    return this.#own.get(baseName(name)) ?? baseName(name);
  }

  /** Whether the call declares a tool that the service runs. The AI SDK accepts calls of others only as dynamic. */
  declares(name: string): boolean {
    return this.#own.has(baseName(name));
  }
}

/** Returns the type of a tool of this provider; undefined for tools of others. */
export function providerToolType(id: string): string | undefined {
  const [provider, type] = id.split('.', 2);
  return provider === PROVIDER ? type : undefined;
}

/** Returns the name that the service expects for a type of tool. */
export function wireName(type: string): string {
  if (!type.startsWith('text_editor_')) return type.replace(/_\d{8}$/, '');
  return type < 'text_editor_202504' ? 'str_replace_editor' : 'str_replace_based_edit_tool';
}

function baseName(name: string): string {
  return name === 'bash_code_execution' || name === 'text_editor_code_execution' ? 'code_execution' : name;
}
