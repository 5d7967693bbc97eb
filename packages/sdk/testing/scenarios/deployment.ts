/**
 * A service with names of its own in front of an emulator with the words of the API documents. It translates by the form
 * of the words alone and shares no code with the clients, so that a place which the contract forgets to mark is noticed:
 * the emulator's own translation would forget it too.
 */
import type { Naming, Validator } from '@parlance/schemas';

/** Names of the deployment. */
export const NAMES: Naming = { vendor: 'acme', assistant: 'robin', githost: 'gitbox' };

type Exchange = ReadonlyMap<string, string>;
const TO_NAMES: Exchange = new Map(Object.entries(NAMES) as [string, string][]);
const TO_WORDS: Exchange = new Map([...TO_NAMES].map(([word, name]) => [name, word]));

/** One word, or several with separators between them: an identifier, not prose. */
const IDENTIFIER = /^[A-Za-z0-9]+(?:[-_.][A-Za-z0-9]+)*$/;
/** The role of a turn, which is the documents' word in every deployment. */
const ROLE = 'assistant';

/** A deployment, and the words that crossed its border in the wrong spelling. */
export interface Deployment {
  readonly fetch: typeof fetch;
  /** Where the client sent one of the documents' words, or showed one of the deployment's names. */
  readonly leaks: readonly string[];
  /** A validator that also examines everything the client shows. */
  watch(validation: Validator): Validator;
}

/**
 * Opens a deployment.
 *
 * @param service - Function that reaches the emulator.
 */
export function openDeployment(service: typeof fetch): Deployment {
  const leaks: string[] = [];
  const report = (where: string, words: readonly string[]): void => {
    if (words.length > 0) leaks.push(`${where}: ${[...new Set(words)].join(', ')}`);
  };
  return {
    leaks,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { pathname, search } = new URL(request.url);
      const text = await jsonOf(request);
      const where = `sent to ${request.method} ${pathname}`;
      report(`${where} in the target`, segmentsOf(pathname + search).filter(isOf(TO_NAMES)));
      report(`${where} in a header`, [...request.headers].flat().filter(isOf(TO_NAMES)));
      if (text !== undefined)
        report(`${where} in the body`, stringsOf(JSON.parse(text)).filter(isOf(TO_NAMES)));
      return toClient(await service(await toService(request, text)));
    },
    watch: (validation) => ({
      ...validation,
      checkResponse(operation, response) {
        report(`shown by ${operation.id}`, stringsOf(response).filter(isOf(TO_WORDS)));
        return validation.checkResponse(operation, response);
      },
      checkEvent(operation, event) {
        report(`shown by a stream of ${operation.id}`, stringsOf(event).filter(isOf(TO_WORDS)));
        return validation.checkEvent(operation, event);
      },
    }),
  };
}

/** Returns the names of the deployment in what a client shows, for example in an error. */
export function namesIn(shown: unknown): readonly string[] {
  return stringsOf(shown).filter(isOf(TO_WORDS));
}

async function jsonOf(request: Request): Promise<string | undefined> {
  const isJson = request.headers.get('content-type') === 'application/json';
  return isJson ? request.clone().text() : undefined;
}

async function toService(request: Request, text: string | undefined): Promise<Request> {
  const target = new URL(request.url);
  target.pathname = segmentsIn(target.pathname, TO_WORDS);
  target.search = segmentsIn(target.search, TO_WORDS);
  return new Request(target, {
    method: request.method,
    headers: headersIn(request.headers, TO_WORDS),
    signal: request.signal,
    ...(request.body !== null && {
      body: text === undefined ? await request.blob() : jsonIn(text, TO_WORDS),
    }),
  });
}

function toClient(response: Response): Response {
  const head = { status: response.status, headers: headersIn(response.headers, TO_NAMES) };
  const type = response.headers.get('content-type') ?? '';
  if (response.body === null || type.startsWith('application/octet-stream'))
    return new Response(response.body, head);
  let rest = '';
  // A JSON body is one line; an event has its own.
  const lines = new TransformStream<string, string>({
    transform(piece, controller) {
      const whole = (rest + piece).split('\n');
      rest = whole.pop() as string;
      for (const line of whole) controller.enqueue(`${lineIn(line)}\n`);
    },
    flush: (controller) => controller.enqueue(lineIn(rest)),
  });
  const body = response.body
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array<ArrayBuffer>, string>)
    .pipeThrough(lines)
    .pipeThrough(new TextEncoderStream());
  return new Response(body, head);
}

function lineIn(line: string): string {
  const [, field = '', json] = /^((?:data: )?)(\{.*\})$/.exec(line) ?? [];
  return json === undefined ? line : field + jsonIn(json, TO_NAMES);
}

function headersIn(headers: Headers, exchange: Exchange): Headers {
  return new Headers([...headers].map(([name, value]) => [wordIn(name, exchange), value]));
}

function jsonIn(text: string, exchange: Exchange): string {
  return JSON.stringify(valueIn(JSON.parse(text), exchange));
}

function valueIn(value: unknown, exchange: Exchange): unknown {
  if (typeof value === 'string') return wordIn(value, exchange);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => valueIn(item, exchange));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [wordIn(key, exchange), valueIn(member, exchange)]),
  );
}

function segmentsIn(target: string, exchange: Exchange): string {
  return target.replaceAll(/[^/?&=]+/g, (segment) =>
    encodeURIComponent(wordIn(decodeURIComponent(segment), exchange)),
  );
}

function segmentsOf(target: string): readonly string[] {
  return target.split(/[/?&=]/).map(decodeURIComponent);
}

function stringsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [key, ...stringsOf(member)]);
}

function wordIn(text: string, exchange: Exchange): string {
  if (!isOf(exchange)(text)) return text;
  return text.replaceAll(/[A-Za-z0-9]+/g, (word) => exchange.get(word) ?? word);
}

/** Whether a text is an identifier with a word that is exchanged. */
function isOf(exchange: Exchange): (text: string) => boolean {
  return (text) =>
    text !== ROLE && IDENTIFIER.test(text) && text.split(/[-_.]/).some((word) => exchange.has(word));
}
