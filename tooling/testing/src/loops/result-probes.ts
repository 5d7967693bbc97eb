/** Probes of what a loop returns and shows: structured output, streams, usage. */
import { counted, inWords, mustFail, outcomeOf } from '../probes/observe.ts';
import { fulfills, meet, verdictOn, weather, whatHappened, type LoopProbe } from './loop-probe.ts';
import type { LoopSubject } from './loop-subject.ts';
import { calls, inOrder, startModelServer, says, TOKENS } from './model-server.ts';

const PERSON = { name: 'Ada', cities: ['London', 'Oslo', 'Bergen'] };
const person = says(JSON.stringify(PERSON));
const call = calls(['weather', { city: 'Oslo' }]);
const TOKENS_PER_REPLY = TOKENS.input_tokens + TOKENS.output_tokens;

/** Structured output. */
const outputs: readonly LoopProbe[] = [
  {
    id: 'output',
    title: 'Structured output of a run with tools',
    method: 'A tool call, then JSON that matches a schema. Expected: the value, typed and validated.',
    observe: (subject) =>
      fulfills(
        subject,
        'structured',
        { script: inOrder(call, person), wishes: { structured: true } },
        (meeting) => {
          const { ending } = meeting;
          if (ending && ending.output === undefined) return 'returned as text';
          return JSON.stringify(ending?.output) === JSON.stringify(PERSON)
            ? undefined
            : whatHappened(meeting);
        },
      ),
  },
  {
    id: 'output-mismatch',
    title: 'Structured output that does not match',
    method: 'A tool call, then JSON without a required field. Expected: an error, not the value.',
    observe: async (subject) => {
      if (subject.how.structured === undefined) return undefined;
      const play = { script: inOrder(call, says('{"name":"Ada"}')), wishes: { structured: true as const } };
      const { outcome, ending } = await meet(subject, play);
      if (ending && ending.output === undefined) return { good: false, says: 'returned as text' };
      return mustFail(outcome, 'returned as data');
    },
  },
  {
    id: 'repair',
    title: 'A second attempt if it does not match',
    method: 'JSON without a required field, then JSON that matches. Expected: the value.',
    observe: (subject) =>
      fulfills(
        subject,
        'repair',
        { script: inOrder(says('{"name":"Ada"}'), person), wishes: { structured: true, repair: true } },
        (meeting) =>
          JSON.stringify(meeting.ending?.output) === JSON.stringify(PERSON)
            ? undefined
            : whatHappened(meeting),
      ),
  },
  distinct('refusal', 'A refusal instead of structured output', says('I cannot help with that.', 'refusal')),
  distinct(
    'truncation',
    'Structured output that is cut off at `max_tokens`',
    says('{"name":"Ad', 'max_tokens'),
  ),
  {
    id: 'partial',
    title: 'Partial objects while structured output streams',
    method: 'JSON in pieces of 12 characters. Expected: at least two partial objects.',
    observe: async (subject) => {
      const { partial } = subject;
      const how = subject.how.partial;
      if (!partial || how === undefined) return undefined;
      await using server = await startModelServer(() => person);
      const outcome = await outcomeOf(() => partial(server.url));
      const seen = outcome.kind === 'returned' && Array.isArray(outcome.value) ? outcome.value : [];
      return verdictOn(how, seen.length >= 2 ? undefined : inWords(outcome));
    },
  },
  {
    id: 'unsupported-schema',
    title: 'A schema that the service does not support',
    method:
      'A record with free keys, which structured output cannot have. Expected: an error before a request is sent.',
    observe: async (subject) => {
      const { unsupported } = subject;
      if (!unsupported) return undefined;
      await using server = await startModelServer(() => says('{"prices":{}}'));
      const outcome = await outcomeOf(() => unsupported(server.url));
      const [request] = server.requests;
      if (!request) return { good: outcome.kind === 'failed', says: inWords(outcome) };
      const kept = JSON.stringify(request).includes('"additionalProperties":{"type":"number"}');
      return { good: false, says: kept ? 'sent' : 'sent as an object that must be empty' };
    },
  },
];

/** Expects an outcome that a program can distinguish from a reply that is not JSON. */
function distinct(id: string, title: string, reply: ReturnType<typeof says>): LoopProbe {
  return {
    id,
    title,
    method: 'Expected: an outcome of its own, other than that of a reply that is not JSON.',
    observe: async (subject) => {
      const outcome = await outcomeWith(subject, reply);
      if (outcome === undefined) return undefined;
      const good = outcome !== (await outcomeWith(subject, says('Ada')));
      return { good, says: outcome };
    },
  };
}

async function outcomeWith(
  { outcome }: LoopSubject,
  reply: ReturnType<typeof says>,
): Promise<string | undefined> {
  if (!outcome) return undefined;
  await using server = await startModelServer(() => reply);
  const result = await outcomeOf(() => outcome(server.url));
  return result.kind === 'returned'
    ? String(result.value)
    : `${inWords(result)}, ${counted(server.requests)}`;
}

/** What a run reports. */
const reports: readonly LoopProbe[] = [
  {
    id: 'usage',
    title: 'Usage and cost',
    method: 'Two replies. Expected: the tokens of each, the tokens of both, and with prices the cost.',
    observe: async (subject) => {
      await using server = await startModelServer(inOrder(call, says('It rains.')));
      const { tokensPerStep, totalTokens, cost } = await subject.run({
        url: server.url,
        tools: [weather()],
        wishes: {},
      });
      const parts = [
        ...(tokensPerStep.join() === `${TOKENS_PER_REPLY},${TOKENS_PER_REPLY}` ? ['per reply'] : []),
        ...(totalTokens === 2 * TOKENS_PER_REPLY ? ['total'] : []),
        ...(cost !== undefined && cost > 0 ? ['cost'] : []),
      ];
      return { good: parts.length === 3, says: parts.join(', ') || 'of the last reply only' };
    },
  },
  {
    id: 'updates',
    title: 'Updates while a run happens',
    method: 'One stream of the whole run. Expected: it contains pieces of replies and results of tools.',
    observe: async (subject) => {
      const { updates } = subject;
      const how = subject.how.updates;
      if (!updates || how === undefined) return undefined;
      await using server = await startModelServer(inOrder(call, says('It rains.')));
      const types = await updates({ url: server.url, tools: [weather()], wishes: {} });
      const has = (...wanted: readonly string[]) => types.some((type) => wanted.includes(type));
      const results = has('step', 'tool-result');
      return verdictOn(
        how,
        has('event', 'text-delta') && results ? undefined : `${how}, without results of tools`,
      );
    },
  },
];

/** All probes, in table order. */
export const resultProbes: readonly LoopProbe[] = [...outputs, ...reports];
