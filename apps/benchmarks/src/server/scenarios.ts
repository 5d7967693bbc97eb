/** The responses of the server by scenario name. The first segment of a contender's base URL selects the scenario. */
import type { Dialect, Reply } from '@parlance/testing/dialects';
import { frame, LAST_CHUNK, type Cut } from './framing.ts';

/** A prepared response. */
export interface PreparedResponse {
  readonly contentType: 'application/json' | 'text/event-stream';
  /** Written one by one, each in its own turn of the event loop. */
  readonly writes: readonly Buffer[];
  /** How long to wait before the second write, in milliseconds. */
  readonly pauseMs?: number;
}

/** Prepares responses in a wire format. The result maps the query string of a request to its response. */
export type Scenario = (dialect: Dialect) => (query: string) => PreparedResponse;

/** Length of the text of a small reply. */
export const SMALL_CHARACTERS = 300;
/** Number of characters that the cases call 1 MB. */
export const MEGABYTE: number = 1024 * 1024;
/** Text of one delta. */
export const DELTA_TEXT = ' the quick brown';

/** Names of the deployment in the scenarios `named-...`. */
export const NAMES = { vendor: 'acme', assistant: 'nimbus' } as const;

/** How long the service thinks before the first content in the scenario `thinking`, in milliseconds. */
export const THINKING_MS = 20;

/** Number of events before the first delta. A real service sends them together with it. */
const EVENTS_BEFORE_CONTENT = 2;

/** Returns the number of rows in a tool input of about `characters` characters. */
export function toolRows(characters: number): number {
  return Math.floor(characters / (JSON.stringify(ROW).length + 1));
}

/** A row of a tool's input, with escapes and non-ASCII characters. */
const ROW = { path: 'src/index.ts', line: 120, enabled: true, note: 'a "quoted" word, a tab\t and é' };

/** All scenarios by name. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  small: document('x'.repeat(SMALL_CHARACTERS)),
  'large-response': document(prose(MEGABYTE)),
  'blocks-1mb': blocks(MEGABYTE),
  'blocks-10mb': blocks(10 * MEGABYTE),
  ...textStreams(20),
  ...textStreams(200),
  ...textStreams(20_000),
  'first-event': stream(text(20), 'event', EVENTS_BEFORE_CONTENT + 1),
  'text-50000': stream(text(50_000), 'coalesced'),
  'text-100000': stream(text(100_000), 'coalesced'),
  'text-200000': stream(text(200_000), 'coalesced'),
  'tool-1mb': stream(toolInput(MEGABYTE, 50_000), 'coalesced'),
  'tool-1mb-split': stream(toolInput(MEGABYTE, 50_000), 'split'),
  'tool-32k': stream(toolInput(32 * 1024, 2_048), 'coalesced'),
  'tool-64k': stream(toolInput(64 * 1024, 4_096), 'coalesced'),
  'tool-128k': stream(toolInput(128 * 1024, 8_192), 'coalesced'),
  thinking: thinking(text(20)),
  open: unfinished(text(20)),
  pages: pages(100, 1000),
  'named-small': named(document('x'.repeat(SMALL_CHARACTERS))),
  'named-stream-20000-coalesced': named(stream(text(20_000), 'coalesced')),
};

/** A scenario with the names of a deployment. */
function named(scenario: Scenario): Scenario {
  const rename = (json: string): string => json.replaceAll('assistant-', `${NAMES.assistant}-`);
  return (dialect) =>
    scenario({
      document: (content) => rename(dialect.document(content)),
      events: (reply) => dialect.events(reply).map(rename),
      page: (ids, next) => rename(dialect.page(ids, next)),
    });
}

function document(content: string): Scenario {
  return (dialect) => {
    const response = json(dialect.document(content));
    return () => response;
  };
}

/** A document of many text blocks, as a reply with citations has. Each is as long as the text of a small reply. */
function blocks(characters: number): Scenario {
  return (dialect) => {
    const text = 'x'.repeat(SMALL_CHARACTERS);
    const whole = JSON.parse(dialect.document(text)) as { content: unknown[] };
    const count = Math.floor(characters / JSON.stringify(whole.content[0]).length);
    const response = json(JSON.stringify({ ...whole, content: Array(count).fill(whole.content[0]) }));
    return () => response;
  };
}

function textStreams(count: number): Record<string, Scenario> {
  const cuts: readonly Cut[] = ['coalesced', 'event', 'split', 'chunks'];
  return Object.fromEntries(cuts.map((cut) => [`stream-${count}-${cut}`, stream(text(count), cut)]));
}

/** A complete stream. The first `joined` events count as one when it is split into writes. */
function stream(reply: Reply, cut: Cut, joined = 1): Scenario {
  return (dialect) => {
    const events = dialect.events(reply);
    const chunks = frame([events.slice(0, joined).join(''), ...events.slice(joined)], cut);
    const last = Buffer.concat([chunks.at(-1) ?? Buffer.alloc(0), LAST_CHUNK]);
    const writes = [...chunks.slice(0, -1), last];
    return () => ({ contentType: 'text/event-stream', writes });
  };
}

/** A stream that starts at once and whose first content takes a while. */
function thinking(reply: Reply): Scenario {
  return (dialect) => {
    const [start = '', ...rest] = dialect.events(reply);
    const [first, second] = [[start], rest].map((events) => Buffer.concat(frame(events, 'coalesced')));
    const writes = [first ?? LAST_CHUNK, Buffer.concat([second ?? LAST_CHUNK, LAST_CHUNK])];
    return () => ({ contentType: 'text/event-stream', writes, pauseMs: THINKING_MS });
  };
}

function unfinished(reply: Reply): Scenario {
  return (dialect) => {
    const writes = frame(dialect.events(reply).slice(0, reply.pieces.length), 'coalesced');
    return () => ({ contentType: 'text/event-stream', writes });
  };
}

/** Pages with the ID of the last item as cursor. */
function pages(count: number, size: number): Scenario {
  return (dialect) => {
    const ids = Array.from({ length: count }, (_, page) =>
      Array.from({ length: size }, (_, item) => `model-${page}-${item}`),
    );
    const responses = ids.map((page, index) =>
      json(dialect.page(page, index + 1 < count ? (page.at(-1) ?? null) : null)),
    );
    return (query) => {
      const seen = /(?:^|&)after(?:_id)?=model-(\d+)-/.exec(query);
      const response = responses[seen ? Number(seen[1]) + 1 : 0];
      if (!response) throw new Error(`no page after ${query}`);
      return response;
    };
  };
}

function json(text: string): PreparedResponse {
  return { contentType: 'application/json', writes: [Buffer.from(text)] };
}

function text(count: number): Reply {
  return { kind: 'text', pieces: Array<string>(count).fill(DELTA_TEXT) };
}

/** A large tool input, split into `count` deltas of about the same length. */
function toolInput(characters: number, count: number): Reply {
  const whole = JSON.stringify({ rows: Array.from({ length: toolRows(characters) }, () => ROW) });
  const size = Math.ceil(whole.length / count);
  return {
    kind: 'tool',
    pieces: Array.from({ length: count }, (_, at) => whole.slice(at * size, (at + 1) * size)),
  };
}

/** Text with some characters that JSON has to escape. */
function prose(characters: number): string {
  return 'The quick brown fox "jumps" over\nthe lazy dog, é and ✓. '
    .repeat(Math.ceil(characters / 56))
    .slice(0, characters);
}
