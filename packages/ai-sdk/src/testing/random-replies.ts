/** Random replies of all block types of the contract, and a model that sends them. */
import { MessageStream, type InferenceClient, type MessageParams } from '@parlance/inference';
import type { ContentBlock, MessageStreamEvent } from '@parlance/schemas/inference';
import { inferenceSchemas } from '@parlance/schemas/validation/inference';
import fc from 'fast-check';

type Def = Readonly<Record<string, unknown>> & { readonly type: string };
interface SchemaOf {
  readonly _zod: { readonly def: Def };
}

const name = fc.stringMatching(/^[a-z_]{1,8}$/);

/** Returns values of a schema of the contract. Texts and free fields are random. */
function valuesOf(schema: unknown): fc.Arbitrary<unknown> {
  const { def } = (schema as SchemaOf)._zod;
  switch (def.type) {
    case 'literal':
      return fc.constantFrom(...(def['values'] as unknown[]));
    case 'enum':
      return fc.constantFrom(...Object.values(def['entries'] as object));
    case 'string':
      return fc.oneof(fc.string({ maxLength: 8 }), name);
    case 'number':
      return fc.nat(9);
    case 'boolean':
      return fc.boolean();
    case 'unknown':
      return fc.jsonValue({ maxDepth: 1 });
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valuesOf(def['element']), { maxLength: 3 });
    case 'optional':
      return fc.option(valuesOf(def['innerType']), { nil: undefined });
    case 'nullable':
      return fc.option(valuesOf(def['innerType']), { nil: null });
    case 'pipe':
      return valuesOf(def['out']);
    case 'record':
      return fc.dictionary(name, valuesOf(def['valueType']), { maxKeys: 3 });
    case 'union':
      return fc.oneof(...(def['options'] as unknown[]).map(valuesOf));
    case 'object': {
      const shape = Object.entries(def['shape'] as object);
      const known = fc.record(Object.fromEntries(shape.map(([field, value]) => [field, valuesOf(value)])));
      // Fields of later versions.
      const more = fc.option(
        fc.dictionary(fc.constantFrom('later_field', 'other_field'), fc.jsonValue({ maxDepth: 1 })),
      );
      return def['catchall'] === undefined
        ? known
        : fc.tuple(known, more).map(([fields, added]) => ({ ...added, ...fields }));
    }
    default:
      throw new Error(`no values of the schema type ${def.type}`);
  }
}

interface WithContent {
  readonly shape: {
    readonly content: { readonly element: { safeParse(value: unknown): { success: boolean } } };
  };
}
// The walk needs the definitions of the schemas, which their declared types do not have.
const { element } = (inferenceSchemas['messages.create'].response as unknown as WithContent).shape.content;
const block = valuesOf(element)
  .map((value) => JSON.parse(JSON.stringify(value)) as ContentBlock)
  .filter((value) => element.safeParse(value).success && isSendable(value));

/** Requests cannot contain empty texts. */
function isSendable(value: ContentBlock): boolean {
  return value.type !== 'text' || value.text !== '';
}

/** Replies with ids as the service creates them: results belong to a call before them, or to one of an earlier reply. */
export const replies: fc.Arbitrary<ContentBlock[]> = fc
  .array(block, { minLength: 1, maxLength: 6 })
  .map((blocks) => {
    const open: string[] = [];
    return blocks.map((one, index): ContentBlock => {
      const { id, tool_use_id: used } = one as { id?: unknown; tool_use_id?: unknown };
      if (one.type.endsWith('tool_use') && typeof id === 'string') {
        if (one.type !== 'tool_use') open.push(`call_${index}`);
        return { ...one, id: `call_${index}` } as ContentBlock;
      }
      if (typeof used !== 'string') return withoutNull(one);
      return { ...one, tool_use_id: open.shift() ?? 'call_of_earlier_reply' } as ContentBlock;
    });
  });

/** Citations that are null, absent or empty mean the same. */
function withoutNull(value: ContentBlock): ContentBlock {
  if (value.type !== 'text' || (value.citations ?? []).length > 0) return value;
  const { citations: _citations, ...rest } = value;
  return rest;
}

/** A client whose replies have the blocks, and the params of its requests. */
export function clientOf(blocks: readonly ContentBlock[]): {
  readonly requests: MessageParams[];
  readonly client: Pick<InferenceClient, 'messages'>;
} {
  const requests: MessageParams[] = [];
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    stop_reason: blocks.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
  const messages = {
    create(params: MessageParams) {
      requests.push(structuredClone(params));
      const data = { ...message, content: structuredClone(blocks) };
      return { withResponse: () => Promise.resolve({ data, headers: {} }) };
    },
    stream(params: MessageParams) {
      requests.push(structuredClone(params));
      const lines = eventsOf(blocks, message).map((event) => `${JSON.stringify(event)}\n`);
      const stream = MessageStream.fromReadableStream(new Blob(lines).stream());
      return Object.assign(stream, { withResponse: () => Promise.resolve({ headers: {} }) });
    },
  };
  return { requests, client: { messages } as unknown as Pick<InferenceClient, 'messages'> };
}

function eventsOf(
  blocks: readonly ContentBlock[],
  message: { readonly usage: object },
): MessageStreamEvent[] {
  return [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    ...blocks.flatMap((one, index) => [
      ...piecesOf(one).map((piece, number) =>
        number === 0
          ? { type: 'content_block_start', index, content_block: piece }
          : { type: 'content_block_delta', index, delta: piece },
      ),
      { type: 'content_block_stop', index },
    ]),
    {
      type: 'message_delta',
      delta: { stop_reason: 'end_turn', stop_sequence: null, ...message },
      usage: message.usage,
    },
    { type: 'message_stop' },
    // The literals have the fields that are read, not all fields of the contract.
  ] as MessageStreamEvent[];
}

/** A block as it starts, and its deltas. Blocks with an even length start complete. */
function piecesOf(one: ContentBlock): object[] {
  if (JSON.stringify(one).length % 2 === 0) return [one];
  if (one.type === 'text') {
    const { citations = [], ...rest } = one;
    const cited = (citations ?? []).map((citation) => ({ type: 'citations_delta', citation }));
    const start = cited.length > 0 ? { ...rest, text: '', citations: [] } : { ...rest, text: '' };
    return [start, { type: 'text_delta', text: one.text }, ...cited];
  }
  if (one.type === 'thinking')
    return [
      { ...one, thinking: '', signature: '' },
      { type: 'thinking_delta', thinking: one.thinking },
      { type: 'signature_delta', signature: one.signature },
    ];
  if (!one.type.endsWith('tool_use') || !('input' in one)) return [one];
  return [
    { ...one, input: {} },
    { type: 'input_json_delta', partial_json: JSON.stringify(one.input) },
  ];
}
