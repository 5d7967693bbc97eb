/** Checks scripts that come from outside. */
import {
  anyObject,
  either,
  FormError,
  listOf,
  mapOf,
  number,
  objectOf,
  oneOf,
  text,
  whole,
  type Check,
} from '../form/form.js';
import { errorType, headers } from '../faults/read-faults.js';
import type { Script } from './script.js';

const pattern: Check = (value, path) => {
  text()(value, path);
  try {
    ''.match(new RegExp(value as string, 'u'));
  } catch {
    throw new FormError(path, 'must be a regular expression');
  }
};

const match = objectOf({
  content_contains: text(),
  content_equals: text(0),
  content_pattern: pattern,
  result_contains: text(),
  tools: listOf(text()),
});

const block: Check = (value, path) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new FormError(path, 'must be a block');
  const { type, text: said, name, input, thinking } = value as Readonly<Record<string, unknown>>;
  text()(type, `${path}.type`);
  if (type === 'text') text(0)(said, `${path}.text`);
  if (type === 'thinking') text(0)(thinking, `${path}.thinking`);
  if (type !== 'tool_use') return;
  text()(name, `${path}.name`);
  mapOf(() => undefined)(input ?? {}, `${path}.input`);
};

/** Counts of tokens are numbers; any other field is sent as it is written. */
const usage: Check = (value, path) => {
  anyObject(value, path);
  for (const [name, inner] of Object.entries(value as object))
    if (name.endsWith('_tokens')) number(0, 1e12)(inner, `${path}.${name}`);
};

const step = objectOf({
  match,
  reply: either(
    text(0),
    listOf(block),
    'must be a text or an array of blocks, each with a type and its fields',
  ),
  stop_reason: text(),
  stop_sequence: text(),
  stop_details: anyObject,
  usage,
  pace_ms: whole(0, 86_400_000),
  error: objectOf({ status: whole(400, 599), type: errorType, message: text(0), headers }, ['status']),
  error_at_event: objectOf({ event: whole(0, 1e9), type: errorType, message: text(0) }, ['event']),
  times: whole(1, 1e9),
  optional: oneOf(true, false),
});

const script = objectOf(
  { match, steps: either(listOf(step), oneOf('default'), 'must be an array of steps, or default') },
  ['steps'],
);

/**
 * Checks a list of scripts.
 *
 * @param value - Anything, for example parsed JSON.
 * @param source - Where it comes from, as the complaint shall name it.
 * @throws {FormError} Naming the key and what is allowed.
 */
export function readScripts(value: unknown, source = 'scripts'): readonly Script[] {
  // Steps first, so that a complaint names the key within and not only the list.
  if (Array.isArray(value)) {
    value.forEach((one: unknown, index) => {
      const steps = typeof one === 'object' && one !== null ? (one as { steps?: unknown }).steps : undefined;
      if (Array.isArray(steps)) listOf(step)(steps, `${source}.${index}.steps`);
    });
  }
  listOf(script)(value, source);
  return value as readonly Script[];
}
