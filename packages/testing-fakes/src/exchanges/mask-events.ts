/** Masking of recorded streams. */
import type { RecordedEvent } from './exchange.js';
import type { ContentMode, Masker } from './mask.js';

interface BlockEvent {
  readonly type?: unknown;
  readonly index?: unknown;
  readonly delta?: { readonly type?: unknown; readonly partial_json?: unknown };
}

/**
 * Masks the events of a stream. The pieces of a tool input become one piece of masked JSON, so that clients can still parse
 * it.
 */
export function maskEvents(
  events: readonly RecordedEvent[],
  masker: Masker,
  content: ContentMode,
): readonly RecordedEvent[] {
  const inputs = content === 'masked' ? maskedInputs(events, masker) : new Map<number, string>();
  return events.map((event, index) => {
    if (event.json === undefined) {
      const { text = '' } = event;
      return content === 'kept' ? event : { ...event, text: `[${text.length} characters]` };
    }
    const json = masker.mask(event.json) as BlockEvent;
    const input = inputs.get(index);
    if (input === undefined) return { ...event, json };
    return { ...event, json: { ...json, delta: { ...json.delta, partial_json: input } } };
  });
}

/** Returns the masked piece of a tool input for each event that has one, by the index of the event. */
function maskedInputs(events: readonly RecordedEvent[], masker: Masker): ReadonlyMap<number, string> {
  const pieces = new Map<unknown, { readonly at: number[]; text: string }>();
  for (const [at, { json }] of events.entries()) {
    const { index, delta } = (json ?? {}) as BlockEvent;
    if (delta?.type !== 'input_json_delta') continue;
    const known = pieces.get(index) ?? { at: [], text: '' };
    known.at.push(at);
    known.text += typeof delta.partial_json === 'string' ? delta.partial_json : '';
    pieces.set(index, known);
  }
  const masked = new Map<number, string>();
  for (const { at, text } of pieces.values())
    for (const [order, event] of at.entries())
      masked.set(event, order === 0 ? maskedInput(text, masker) : '');
  return masked;
}

function maskedInput(text: string, masker: Masker): string {
  try {
    const { input } = masker.mask({ input: JSON.parse(text) }) as { readonly input: unknown };
    return JSON.stringify(input);
  } catch {
    // The stream ended within the input.
    return '';
  }
}
