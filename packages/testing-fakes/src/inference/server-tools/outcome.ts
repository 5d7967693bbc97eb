/** Uses of server tools and their outcomes. */
import type { ContentBlock, TextCitation, ToolCaller } from '@parlance/schemas';
import { hashText } from '../../world/random.js';
import type { World } from '../../world/world.js';
import type { Advice } from '../draft.js';
import type { ContainerRecord } from './containers.js';
import type { OfferedTool } from './offer.js';
import errorCodes from './error-codes.json' with { type: 'json' };

/** A use of a server tool. */
export interface ServerToolUse {
  /** Id of the `server_tool_use` block. */
  readonly id: string;
  /** Tool that is used. */
  readonly offered: OfferedTool;
  /** Tool input. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The model, or the program that calls the tool. */
  readonly caller: ToolCaller;
}

/** Result of a call by a program, sent by the client. */
export interface CallResult {
  readonly text: string;
  readonly isError: boolean;
}

/** Environment of a server tool. */
export interface ToolContext {
  readonly world: World;
  /** Number of documents in the request. Fetched pages continue the document index. */
  readonly documents: number;
  /** Deferred tools of the request, for tool search. */
  readonly tools: readonly { readonly name: string; readonly description: string }[];
  /** Server tools of the request. */
  readonly offered: readonly OfferedTool[];
  /** Tools that programs can call, and the results of the calls of a server tool use. */
  readonly program: {
    readonly names: Pick<ReadonlySet<string>, 'has'>;
    readonly resultsOf: (useId: string) => readonly CallResult[];
  };
  /** Returns the container of the request, or a new one. */
  readonly container: () => ContainerRecord;
  /** Stores a changed container. */
  readonly keep: (container: ContainerRecord) => void;
}

/** Outcome of a server tool use. */
export interface Outcome {
  /** Result block. */
  readonly block: ContentBlock;
  /** Uses and results of the server tools that a program called. They precede its result. */
  readonly nested?: readonly ContentBlock[] | undefined;
  /** Text with which the model reports the result. */
  readonly say: string;
  /** Citations of that text. */
  readonly citations?: TextCitation[] | undefined;
  /** Usage of the advisor call. */
  readonly advice?: Advice | undefined;
  /** Whether the use failed. Failed uses do not count as usage. */
  readonly isError?: boolean | undefined;
}

/** Error codes by result type. */
const CODES: Readonly<Record<string, readonly string[]>> = errorCodes;

/** Returns the result type of a server tool. */
export function resultType(name: string): string {
  return name.startsWith('tool_search_tool') ? 'tool_search_tool_result' : `${name}_tool_result`;
}

/** Creates the outcome of a failed use. */
export function failed(use: ServerToolUse, code: string): Outcome {
  const type = resultType(use.offered.name);
  const hasMessage = type.startsWith('text_editor') || type.startsWith('tool_search');
  const content = { type: `${type}_error`, error_code: code, ...(hasMessage && { error_message: null }) };
  const hasCaller = type.startsWith('web_');
  const block = {
    type,
    tool_use_id: use.id,
    content,
    ...(hasCaller && { caller: use.caller }),
  } as unknown as ContentBlock;
  return { block, say: `The tool failed: ${code}`, isError: true };
}

/** Returns the error code requested by an input with the value `error:CODE`, or undefined. */
export function requestedError(use: ServerToolUse): string | undefined {
  const codes = CODES[resultType(use.offered.name)] ?? [];
  for (const value of Object.values(use.input)) {
    const code = typeof value === 'string' ? /^error:(\w+)$/.exec(value)?.[1] : undefined;
    if (code !== undefined && codes.includes(code)) return code;
  }
  return undefined;
}

/** Returns the error code of a use beyond `max_uses`. Not every tool has a dedicated one. */
export function tooManyUses(use: ServerToolUse): string {
  const codes = CODES[resultType(use.offered.name)] ?? [];
  return codes.includes('max_uses_exceeded') ? 'max_uses_exceeded' : 'too_many_requests';
}

/** Returns a non-empty string from an input, or undefined. */
export function textIn(use: ServerToolUse, name: string): string | undefined {
  const value = Object.hasOwn(use.input, name) ? use.input[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns a placeholder for content that only the service can read. */
export function opaque(text: string): string {
  return Buffer.from(`opaque:${hashText(text)}`).toString('base64');
}
