/** What the server can answer, by name. A contender chooses one by the first segment of its base URL. */
import type { Dialect, Reply } from './dialects.ts';
import { frame, LAST_CHUNK, type Cut } from './framing.ts';

/** An answer, ready to be written. */
export interface Answer {
  readonly contentType: 'application/json' | 'text/event-stream';
  /** Written one after the other, each in a turn of the event loop of its own. */
  readonly writes: readonly Buffer[];
}

/** Makes the answer to a request; `query` is what follows the question mark. */
export type Scenario = (dialect: Dialect) => (query: string) => Answer;

/** Characters of the reply to a small call. */
export const SMALL_CHARACTERS = 300;
/** Characters of what the cases call 1 MB. */
export const MEGABYTE: number = 1024 * 1024;
/** The text that one delta of a text stream carries. */
export const DELTA_TEXT = ' the quick brown';
/** Items in all pages together. */
export const PAGE_ITEMS: number = 100 * 1000;

/** Events of a reply before its first delta. A service that sends them has the first delta ready. */
const EVENTS_BEFORE_CONTENT = 2;

/** Rows of a tool's input of about so many characters. */
export function toolRows(characters: number): number {
  return Math.floor(characters / (JSON.stringify(ROW).length + 1));
}

/** A row of a tool's input, with what a parser has to look out for. */
const ROW = { path: 'src/index.ts', line: 120, enabled: true, note: 'a "quoted" word, a tab\t and é' };

/** Every scenario by its name. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  small: document('x'.repeat(SMALL_CHARACTERS)),
  'large-response': document(prose(MEGABYTE)),
  ...textStreams(20),
  ...textStreams(200),
  ...textStreams(20_000),
  'first-event': stream(text(20), 'event', EVENTS_BEFORE_CONTENT + 1),
  'text-50000': stream(text(50_000), 'coalesced'),
  'text-100000': stream(text(100_000), 'coalesced'),
  'text-200000': stream(text(200_000), 'coalesced'),
  'tool-1mb': stream(toolInput(MEGABYTE, 50_000), 'coalesced'),
  'tool-32k': stream(toolInput(32 * 1024, 2_048), 'coalesced'),
  'tool-64k': stream(toolInput(64 * 1024, 4_096), 'coalesced'),
  'tool-128k': stream(toolInput(128 * 1024, 8_192), 'coalesced'),
  'line-512k': stream({ kind: 'text', pieces: [prose(512 * 1024)] }, 'coalesced'),
  open: unfinished(text(20)),
  pages: pages(100, 1000),
};

function document(content: string): Scenario {
  return (dialect) => {
    const answer = json(dialect.document(content));
    return () => answer;
  };
}

function textStreams(count: number): Record<string, Scenario> {
  const cuts: readonly Cut[] = ['coalesced', 'event', 'split'];
  return Object.fromEntries(cuts.map((cut) => [`stream-${count}-${cut}`, stream(text(count), cut)]));
}

/** A whole stream; the first `joined` events count as one when it is cut. */
function stream(reply: Reply, cut: Cut, joined = 1): Scenario {
  return (dialect) => {
    const events = dialect.events(reply);
    const chunks = frame([events.slice(0, joined).join(''), ...events.slice(joined)], cut);
    const last = Buffer.concat([chunks.at(-1) ?? Buffer.alloc(0), LAST_CHUNK]);
    const answer: Answer = { contentType: 'text/event-stream', writes: [...chunks.slice(0, -1), last] };
    return () => answer;
  };
}

function unfinished(reply: Reply): Scenario {
  return (dialect) => {
    const writes = frame(dialect.events(reply).slice(0, reply.pieces.length), 'coalesced');
    return () => ({ contentType: 'text/event-stream', writes });
  };
}

/** Pages whose cursor is the id of the last item of the page before. */
function pages(count: number, size: number): Scenario {
  return (dialect) => {
    const ids = Array.from({ length: count }, (_, page) =>
      Array.from({ length: size }, (_, item) => `model-${page}-${item}`),
    );
    const answers = ids.map((page, index) =>
      json(dialect.page(page, index + 1 < count ? (page.at(-1) ?? null) : null)),
    );
    return (query) => {
      const seen = /(?:^|&)after(?:_id)?=model-(\d+)-/.exec(query);
      const answer = answers[seen ? Number(seen[1]) + 1 : 0];
      if (!answer) throw new Error(`no page after ${query}`);
      return answer;
    };
  };
}

function json(text: string): Answer {
  return { contentType: 'application/json', writes: [Buffer.from(text)] };
}

function text(count: number): Reply {
  return { kind: 'text', pieces: Array<string>(count).fill(DELTA_TEXT) };
}

/** A record with many members, as a model writes one, cut into `count` deltas of about the same length. */
function toolInput(characters: number, count: number): Reply {
  const whole = JSON.stringify({ rows: Array.from({ length: toolRows(characters) }, () => ROW) });
  const size = Math.ceil(whole.length / count);
  return {
    kind: 'tool',
    pieces: Array.from({ length: count }, (_, at) => whole.slice(at * size, (at + 1) * size)),
  };
}

/** Text with what JSON has to escape now and then. */
function prose(characters: number): string {
  return 'The quick brown fox "jumps" over\nthe lazy dog, é and ✓. '
    .repeat(Math.ceil(characters / 56))
    .slice(0, characters);
}
