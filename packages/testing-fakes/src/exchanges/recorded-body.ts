/** Bodies of responses, in the form of a recording. */
import type { RecordedEvent, RecordedResponse } from './exchange.js';
import { maskEvents } from './mask-events.js';
import type { ContentMode, Masker } from './mask.js';

interface BodyParts {
  readonly type: string;
  readonly masker: Masker;
  readonly content: ContentMode;
}

/**
 * Returns the masked body of a response.
 *
 * @param bytes - The whole body.
 * @param parts - Content type, and how to mask it.
 */
export function recordedBody(bytes: Buffer, { type, masker, content }: BodyParts): Partial<RecordedResponse> {
  if (type.startsWith('text/event-stream'))
    return { events: maskEvents(eventsOf(bytes.toString()), masker, content) };
  if (bytes.length === 0) return {};
  if (/^application\/(?:json|problem\+json)\b/.test(type)) {
    const json = parsed(bytes.toString());
    if (json !== undefined) return { json: masker.mask(json) };
  }
  if (/jsonl|ndjson/.test(type)) {
    const lines = bytes
      .toString()
      .split('\n')
      .filter((line) => line !== '')
      .map(parsed);
    if (!lines.includes(undefined)) return { lines: lines.map((line) => masker.mask(line)) };
  }
  return content === 'kept' ? { base64: bytes.toString('base64') } : { bytes: bytes.length };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses server-sent events. An event that the stream ends within is left out. */
function eventsOf(text: string): readonly RecordedEvent[] {
  const frames = text.replaceAll(/\r\n?/g, '\n').split('\n\n').slice(0, -1);
  return frames.flatMap((frame): RecordedEvent[] => {
    const fields = frame.split('\n').map((line) => /^(\w+):? ?(.*)$/.exec(line));
    const valuesOf = (name: string): string[] =>
      fields.flatMap((field) => (field?.[1] === name ? [field[2] ?? ''] : []));
    const data = valuesOf('data');
    if (data.length === 0) return [];
    const [event] = valuesOf('event');
    const json = parsed(data.join('\n'));
    return [
      {
        ...(event !== undefined && { event }),
        ...(json === undefined ? { text: data.join('\n') } : { json }),
      },
    ];
  });
}
