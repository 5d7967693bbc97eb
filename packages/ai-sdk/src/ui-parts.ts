/** The schema of the parts that a page may send. */
import type { JSONObject, LanguageModelV4FilePart, SharedV4ProviderOptions } from '@ai-sdk/provider';
import { ParlanceError } from '@parlance/inference';
import { PROVIDER } from './provider-options.js';

/** Content that a page may send only if the program allows it. */
export type UiContent =
  /** A file of the workspace. */
  | { readonly type: 'file'; readonly fileId: string }
  /** A file that the service fetches, by `http:` or `https:`. */
  | { readonly type: 'url'; readonly url: URL }
  /** A block that is sent as the page has it, such as a call or a result of a tool that the service runs. */
  | { readonly type: 'block'; readonly block: Readonly<Record<string, unknown>> & { readonly type: string } };

/** Thrown when a page sends messages that it may not send. Respond with status 400. The message contains no values. */
export class UiMessageError extends ParlanceError {
  /** Path of the field, for example `messages[2].parts[0].url`. */
  readonly field: string;
  /** What the field must be, for example `must be a data: URL`. */
  readonly rule: string;

  /** Name of the class. */
  override get name(): string {
    return 'UiMessageError';
  }

  /**
   * @param field - Path of the field.
   * @param rule - What the field must be.
   */
  constructor(field: string, rule: string) {
    super('ui_message', `${field} ${rule}`);
    this.field = field;
    this.rule = rule;
  }
}

/** What the program lets a page send. */
export interface UiRules {
  readonly isKnown: (toolName: string) => boolean;
  readonly isAllowed: (content: UiContent) => boolean;
}

/** A part that follows the schema. */
export interface UiPart {
  readonly type: string;
  readonly text: string;
  readonly file?: Pick<LanguageModelV4FilePart, 'data' | 'mediaType' | 'filename'>;
  /** Metadata of the part, or of its call. */
  readonly call: { readonly providerOptions?: SharedV4ProviderOptions };
  /** Metadata of the result. */
  readonly result: { readonly providerOptions?: SharedV4ProviderOptions };
  /** Of a tool call, and undefined for other parts. */
  readonly toolName?: string;
  readonly toolCallId: string;
  /** Whether the service ran the tool. */
  readonly isExecuted: boolean;
  readonly state?: string;
  readonly input: Record<string, unknown>;
  readonly output?: unknown;
  readonly errorText?: string;
  readonly approval?: { readonly approved?: boolean; readonly reason?: string };
}

type Rule = readonly [isValid: (value: unknown) => boolean, rule: string];

const isText = (value: unknown): boolean => typeof value === 'string';
const AN_OBJECT: Rule = [isRecord, 'must be an object'];
const TEXT: Rule = [isText, 'must be text'];

/** The metadata of earlier replies. */
const METADATA: Readonly<Record<string, Rule>> = {
  citations: [isList, 'must be a list of objects'],
  signature: TEXT,
  redacted_data: TEXT,
  caller: AN_OBJECT,
  block: AN_OBJECT,
  result: AN_OBJECT,
  fields: AN_OBJECT,
  index: [Number.isSafeInteger, 'must be an integer'],
};

const OMITTED = new Set(['step-start', 'source-url', 'source-document']);

/**
 * Reads parts of a message of a page.
 *
 * @throws {UiMessageError} When a part does not follow the schema.
 */
export function readParts(parts: unknown, path: string, rules: UiRules): UiPart[] {
  if (!Array.isArray(parts)) throw new UiMessageError(path, 'must be a list of parts');
  return parts.map((part: unknown, number) => new PartReader(part, `${path}[${number}]`, rules).read());
}

class PartReader {
  readonly #part: Readonly<Record<string, unknown>>;
  readonly #path: string;
  readonly #rules: UiRules;

  constructor(part: unknown, path: string, rules: UiRules) {
    if (!isRecord(part)) throw new UiMessageError(path, 'must be an object');
    this.#part = part;
    this.#path = path;
    this.#rules = rules;
  }

  read(): UiPart {
    const type = this.#text('type');
    const part = { type, text: '', call: {}, result: {}, toolCallId: '', isExecuted: false, input: {} };
    if (OMITTED.has(type) || type.startsWith('data-')) return part;
    if (type === 'text' || type === 'reasoning')
      return { ...part, text: this.#text('text'), call: this.#metadata('providerMetadata') };
    if (type === 'file') return { ...part, file: this.#file() };
    if (type === 'custom') return { ...part, call: this.#metadata('providerMetadata') };
    if (type !== 'dynamic-tool' && !type.startsWith('tool-'))
      this.#refuse('type', 'must be the type of a part');
    return { ...part, ...this.#call(type) };
  }

  #call(type: string): Partial<UiPart> & { readonly toolName: string } {
    const isDynamic = type === 'dynamic-tool';
    const toolName = isDynamic ? this.#text('toolName') : type.slice('tool-'.length);
    const isExecuted = this.#part['providerExecuted'] === true;
    if (!isExecuted && !this.#rules.isKnown(toolName))
      this.#refuse(isDynamic ? 'toolName' : 'type', 'must be the name of a tool of the run');
    const { input = {}, output, approval } = this.#part;
    if (!isRecord(input)) this.#refuse('input', 'must be an object');
    if (Array.isArray(output) && !isExecuted)
      for (const [number, block] of output.entries()) this.#block(block, `output[${number}]`);
    const errorText = this.#optional('errorText');
    const state = this.#optional('state');
    return {
      toolName,
      toolCallId: this.#text('toolCallId'),
      isExecuted,
      input: input as Record<string, unknown>,
      output,
      call: this.#metadata('callProviderMetadata'),
      result: this.#metadata('resultProviderMetadata', output),
      ...(errorText !== undefined && { errorText }),
      ...(state !== undefined && { state }),
      ...(isRecord(approval) && { approval: this.#approval(approval) }),
    };
  }

  #approval({ approved, reason }: Readonly<Record<string, unknown>>): NonNullable<UiPart['approval']> {
    if (approved !== undefined && typeof approved !== 'boolean')
      this.#refuse('approval.approved', 'must be a boolean');
    if (reason !== undefined && typeof reason !== 'string') this.#refuse('approval.reason', 'must be text');
    return {
      ...(typeof approved === 'boolean' && { approved }),
      ...(typeof reason === 'string' && { reason }),
    };
  }

  /** Returns the metadata of this provider, which can contain whole blocks. */
  #metadata(name: string, output?: unknown): { providerOptions?: SharedV4ProviderOptions } {
    const metadata = this.#part[name];
    const own = isRecord(metadata) ? metadata[PROVIDER] : undefined;
    if (own === undefined) return {};
    if (!isRecord(own)) this.#refuse(`${name}.${PROVIDER}`, 'must be an object');
    const path = `${name}.${PROVIDER}`;
    // Other options, such as `cache_control`, are those of the program.
    const known = Object.entries(METADATA).filter(([key]) => own[key] !== undefined);
    for (const [key, [isValid, rule]] of known) if (!isValid(own[key])) this.#refuse(`${path}.${key}`, rule);
    const { block, result, fields } = own;
    if (block !== undefined) this.#block(block, `${path}.block`);
    if (isRecord(result)) this.#block({ ...result, content: output }, `${path}.result`);
    if (isRecord(fields)) this.#block({ ...this.#part, ...fields }, `${path}.fields`);
    const read = Object.fromEntries(known.map(([key]) => [key, own[key]]));
    return { providerOptions: { [PROVIDER]: read as JSONObject } };
  }

  /** Requires a block to contain all that it refers to, or to be allowed. */
  #block(block: unknown, field: string): void {
    if (!isRecord(block) || typeof block['type'] !== 'string') this.#refuse(field, 'must be a block');
    const { type, text, source } = block as { type: string; text?: unknown; source?: unknown };
    const isInline =
      (type === 'text' && typeof text === 'string' && Object.keys(block as object).length === 2) ||
      ((type === 'image' || type === 'document') &&
        isRecord(source) &&
        !('cache_control' in (block as object)) &&
        ['base64', 'text'].includes(String(source['type'])));
    if (isInline || this.#rules.isAllowed({ type: 'block', block: block as { type: string } })) return;
    this.#refuse(field, 'must be a block that the program allows');
  }

  #file(): NonNullable<UiPart['file']> {
    const { providerReference } = this.#part;
    const filename = this.#optional('filename');
    const facts = { mediaType: this.#text('mediaType'), ...(filename !== undefined && { filename }) };
    const fileId = isRecord(providerReference) ? providerReference[PROVIDER] : undefined;
    if (fileId !== undefined) {
      const isAllowed = typeof fileId === 'string' && this.#rules.isAllowed({ type: 'file', fileId });
      if (!isAllowed) this.#refuse('providerReference', 'must be a file that the program allows');
      return { ...facts, data: { type: 'reference', reference: { [PROVIDER]: String(fileId) } } };
    }
    const address = this.#text('url');
    const base64 = /^data:[^,]*;base64,([A-Za-z0-9+/=\s]*)$/.exec(address)?.[1];
    if (base64 !== undefined) return { ...facts, data: { type: 'data', data: base64 } };
    const url = URL.parse(address);
    const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
    if (url === null || !isWeb || !this.#rules.isAllowed({ type: 'url', url }))
      return this.#refuse('url', 'must be a data: URL in base64, or a URL that the program allows');
    return { ...facts, data: { type: 'url', url } };
  }

  #text(name: string): string {
    const value = this.#part[name];
    return typeof value === 'string' ? value : this.#refuse(name, 'must be text');
  }

  #optional(name: string): string | undefined {
    return this.#part[name] == null ? undefined : this.#text(name);
  }

  #refuse(field: string, rule: string): never {
    throw new UiMessageError(`${this.#path}.${field}`, rule);
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: unknown): boolean {
  return Array.isArray(value) && value.every(isRecord);
}
