/** Bodies of responses, in the form of a recording. */
import { parsedJson } from '../input/json.js';
import type { RecordedEvent, RecordedResponse } from './exchange.js';
import { maskEvents } from './mask-events.js';
import type { ContentMode, Masker } from './mask.js';

interface BodyParts {
  readonly type: string;
  readonly masker: Masker;
  readonly content: ContentMode;
  /** Whether the body is a downloaded file, whatever its type. */
  readonly isFile: boolean;
}

/**
 * Returns the masked body of a response.
 *
 * @param bytes - The whole body.
 * @param parts - Content type, and how to mask it.
 */
export function recordedBody(
  bytes: Buffer,
  { type, masker, content, isFile }: BodyParts,
): Partial<RecordedResponse> {
  if (isFile) return fileOf(bytes, masker);
  if (type.startsWith('text/event-stream'))
    return { events: maskEvents(eventsOf(bytes.toString()), masker, content) };
  if (bytes.length === 0) return {};
  if (/^application\/(?:json|problem\+json)\b/.test(type)) {
    const json = parsedJson(bytes.toString());
    if (json !== undefined) return { json: masker.mask(json) };
  }
  if (/jsonl|ndjson/.test(type)) {
    const lines = bytes
      .toString()
      .split('\n')
      .filter((line) => line !== '')
      .map(parsedJson);
    if (!lines.includes(undefined)) return { lines: lines.map((line) => masker.mask(line)) };
  }
  return fileOf(bytes, masker);
}

function fileOf(bytes: Buffer, masker: Masker): Partial<RecordedResponse> {
  const base64 = masker.base64(bytes);
  return base64 === undefined ? { bytes: bytes.length } : { base64 };
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
    const json = parsedJson(data.join('\n'));
    return [
      {
        ...(event !== undefined && { event }),
        ...(json === undefined ? { text: data.join('\n') } : { json }),
      },
    ];
  });
}
