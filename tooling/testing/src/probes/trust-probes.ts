/** Probes of leaks, lists and test doubles. */
import { inspect } from 'node:util';
import { FaultServer, type Responder } from '../fault-server.ts';
import { response } from '../responders.ts';
import { outcomeOf, inWords, type Observation } from './observe.ts';
import { meet, withOption, type Bench, type Probe } from './probe.ts';
import { KEY, PROMPT } from './subject.ts';
import { good, refused } from './wire.ts';

/** Leaks of the key or prompt. */
const secrets: readonly Probe[] = [
  {
    id: 'key-redirect',
    title: 'The service redirects to another origin',
    method:
      'A 307 to another origin, which records what it receives. Expected: neither the key nor the prompt.',
    observe: (bench) => withOption(bench, 'refuseRedirects', redirected),
  },
  {
    id: 'key-client',
    title: 'The client is printed or serialized',
    method: 'The output of `util.inspect` (all depths) and `JSON.stringify` is searched for the key.',
    observe: (bench) =>
      meet(bench, [good(bench.wire)], async ({ held }) =>
        held === undefined ? undefined : shownIn(held, { key: KEY }),
      ),
  },
  {
    id: 'key-error',
    title: 'An error is printed or serialized',
    method:
      'The error of a 400, printed and serialized the same way, is searched for the key and the prompt.',
    observe: (bench) =>
      meet(bench, [refused(400, 'invalid_request_error')], async (client) => {
        const outcome = await outcomeOf(() => client.ask());
        if (outcome.kind !== 'failed') throw new Error('the 400 did not throw');
        return shownIn(outcome.error, { key: KEY, prompt: PROMPT });
      }),
  },
];

/** Paginated lists and test doubles. */
const lists: readonly Probe[] = [
  {
    id: 'list-cycle',
    title: 'A list whose cursor repeats',
    method: 'Every page is the same and announces another one. Expected: an error within 50 requests.',
    observe: (bench) =>
      meet(bench, [page(bench, ['one'], true)], async (client, server) => {
        if (!client.items) return undefined;
        const items = client.items();
        const outcome = await outcomeOf(async () => {
          for await (const _item of items) if (server.requests.length >= 50) return;
        });
        return {
          good: outcome.kind === 'failed',
          says: outcome.kind === 'returned' ? 'never ends' : inWords(outcome),
        };
      }),
  },
  {
    id: 'list-resume',
    title: 'Resuming a list in another process',
    method:
      'A checkpoint of the first page is saved as JSON. Expected: a new client sends the cursor of that page.',
    observe: (bench) =>
      meet(bench, [page(bench, ['one'], true), page(bench, ['two'], false)], async (client, server) => {
        if (!client.items) return undefined;
        if (!client.resume) return { good: false, says: 'manually' };
        await client.resume();
        const goesOn = /after(_id)?=one/.test(server.requests[1]?.path ?? '');
        return { good: goesOn, says: goesOn ? 'yes' : 'no' };
      }),
  },
  {
    id: 'test-double',
    title: 'A test double',
    method: 'What the library ships to test against, called without a network.',
    observe: async ({ subject }) => {
      if (!subject.testDouble) return { good: false, says: 'nothing' };
      return { good: true, says: await subject.testDouble() };
    },
  },
];

/** All probes of leaks, lists and test doubles. */
export const trustProbes: readonly Probe[] = [...secrets, ...lists];

async function redirected(bench: Bench): Promise<Observation> {
  await using other = await FaultServer.start(good(bench.wire));
  const redirect: Responder = (connection) =>
    connection.write(response(307, '', { location: other.url + connection.request.path }));
  return await meet(bench, [redirect], async (client) => {
    const outcome = await outcomeOf(() => client.ask());
    const arrived = JSON.stringify(other.requests);
    const leaked = [arrived.includes(KEY) ? 'key' : '', arrived.includes(PROMPT) ? 'prompt' : ''].filter(
      Boolean,
    );
    if (leaked.length > 0) return { good: false, says: `follows, sends ${leaked.join(' and ')}` };
    return { good: true, says: other.requests.length > 0 ? 'follows, sends neither' : inWords(outcome) };
  });
}

/** Checks which of the words appear when a value is printed or serialized. */
function shownIn(value: unknown, words: Readonly<Record<string, string>>): Observation {
  const printed = inspect(value, { depth: Infinity, showHidden: false });
  const written = writtenAs(value);
  const shown = Object.entries(words).flatMap(([name, word]) => {
    const ways = [printed.includes(word) ? 'prints' : '', written.includes(word) ? 'serializes' : ''];
    const found = ways.filter(Boolean);
    return found.length > 0 ? [`${found.join(' and ')} the ${name}`] : [];
  });
  return {
    good: shown.length === 0,
    says: shown.length === 0 ? 'reveals nothing' : shown.join(', '),
  };
}

function page({ wire }: Bench, ids: readonly string[], next: boolean): Responder {
  return (connection) => connection.write(response(200, wire.page(ids, next)));
}

/** Serializes a value. Returns an empty string if it cannot be serialized. */
function writtenAs(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}
