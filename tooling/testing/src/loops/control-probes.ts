/** Probes of what starts, continues and ends the turns of a loop. */
import { counted, inWords, outcomeOf } from '../probes/observe.ts';
import { fulfills, meet, verdictOn, weather, whatHappened, type LoopProbe } from './loop-probe.ts';
import type { LoopSubject, Wishes } from './loop-subject.ts';
import { calls, inOrder, startModelServer, resultsIn, says, type Reply } from './model-server.ts';

/** Calls a tool in every reply, and submits in the second. */
const endless = inOrder(
  calls(['weather', { city: 'Oslo' }]),
  calls(['weather', { city: 'Bergen' }], ['submit', { city: 'Oslo' }]),
  calls(['weather', { city: 'Oslo' }]),
);
const submit = { name: 'submit', run: () => 'submitted' };

/** Conditions that end a run. */
const stops: readonly LoopProbe[] = [
  stop('stop-steps', 'Stop after two replies', { stopAfterSteps: 2 }),
  stop('stop-tokens', 'Stop at a number of tokens', { stopAtTokens: 200 }),
  stop('stop-cost', 'Stop at a cost', { stopAtCost: 0.0002 }),
  stop('stop-call', 'Stop once a tool has been called', { stopAfterCall: 'submit' }),
];

function stop(id: string, title: string, wish: Wishes): LoopProbe {
  const [feature] = Object.keys(wish) as (keyof Wishes)[];
  return {
    id,
    title,
    method:
      'A model that never stops calling tools reaches the condition in its second reply. Expected: two requests.',
    observe: async (subject) =>
      feature &&
      fulfills(subject, feature, { script: endless, tools: [weather(), submit], wishes: wish }, (meeting) =>
        meeting.requests.length === 2 && meeting.ending ? undefined : whatHappened(meeting),
      ),
  };
}

/** Requests of later turns. */
const turns: readonly LoopProbe[] = [
  {
    id: 'force',
    title: 'A forced tool call',
    method:
      'A tool choice that forces a call, and a model that obeys. Expected: it is forced once, and the second reply is text. The ' +
      'loop is limited to ten replies.',
    observe: (subject) =>
      fulfills(
        subject,
        'force',
        {
          script: (_turn, { tool_choice: choice }) =>
            choice?.type === 'any' ? calls(['weather', { city: 'Oslo' }]) : says('It rains.'),
          wishes: { force: true, ...(subject.how.stopAfterSteps !== undefined && { stopAfterSteps: 10 }) },
        },
        (meeting) => {
          if (meeting.requests.length === 2 && meeting.ending) return undefined;
          return meeting.requests.length === 10 ? 'forces every reply, to the limit' : whatHappened(meeting);
        },
      ),
  },
  {
    id: 'prepare',
    title: 'Change params between turns',
    method:
      'Another `max_tokens` from the second turn on. Expected: the second request has it, the first does not.',
    observe: (subject) =>
      fulfills(
        subject,
        'laterMaxTokens',
        {
          script: inOrder(calls(['weather', { city: 'Oslo' }]), says('It rains.')),
          wishes: { laterMaxTokens: 77 },
        },
        (meeting) => {
          const limits = meeting.requests.map(({ max_tokens: limit }) => limit === 77);
          return limits.join() === 'false,true' ? undefined : whatHappened(meeting);
        },
      ),
  },
  {
    id: 'pause',
    title: 'A paused turn',
    method:
      'A reply with `pause_turn`, then text. Expected: the turn is continued, and the result ends with the text.',
    observe: async (subject) => {
      const meeting = await meet(subject, {
        script: inOrder(says('Searching', 'pause_turn'), says('Found.')),
      });
      const { requests, ending } = meeting;
      // A library can return the parts of the turn as one reply.
      const continued = requests.length === 2 && ending?.text.endsWith('Found.') === true;
      return {
        good: continued,
        says: continued ? 'continued' : `ends with "${ending?.text ?? ''}", ${counted(requests)}`,
      };
    },
  },
];

/** Aborts and new starts. */
const ends: readonly LoopProbe[] = [
  {
    id: 'abort-tool',
    title: 'Abort while a tool is running',
    method:
      'The signal is aborted while a tool waits for its own signal. Expected: the tool receives it, the run fails.',
    observe: (subject) => abortDuring(subject, true),
  },
  {
    id: 'abort-deaf-tool',
    title: 'Abort while a tool is running that ignores its signal',
    method: 'The same, with a tool that never settles. Expected: the run fails.',
    observe: (subject) => abortDuring(subject, false),
  },
  {
    id: 'resume',
    title: 'Resume in another process',
    method:
      'The first process saves its state as JSON and ends while the tool of the second turn runs. Expected: the second process ' +
      'runs that tool and sends its result as the third request, so no reply is paid for twice.',
    observe: async (subject) => {
      const how = subject.how.resume;
      return how === undefined ? undefined : verdictOn(how, await problemOfResuming(subject));
    },
  },
];

async function abortDuring(subject: LoopSubject, listens: boolean) {
  const abort = new AbortController();
  let received = false;
  const run = (_input: unknown, signal: AbortSignal | undefined) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => {
        received = true;
        if (listens) reject(new Error('aborted'));
      });
      setImmediate(() => abort.abort());
    });
  const { outcome, requests } = await meet(subject, {
    script: inOrder(calls(['weather', { city: 'Oslo' }]), says('It rains.')),
    tools: [{ name: 'weather', run }],
    signal: abort.signal,
  });
  const good = outcome.kind === 'failed' && received && requests.length === 1;
  return { good, says: received ? inWords(outcome) : `${inWords(outcome)}, the tool is not aborted` };
}

async function problemOfResuming(subject: LoopSubject): Promise<string | undefined> {
  const city: readonly [string, object] = ['weather', { city: 'Oslo' }];
  const replies: readonly [Reply, ...Reply[]] = [calls(city), calls(city), says('It rains.')];
  await using server = await startModelServer((_turn, { messages }) => {
    // Depends on the conversation only, because a loop may send a request again.
    const replied = messages.filter(({ role }) => role === 'assistant').length;
    return replies[replied] ?? replies[0];
  });
  const end = new AbortController();
  let saved: string | undefined;
  let ran = 0;
  const hangs = () => {
    ran += 1;
    if (ran === 1) return 'It rains.';
    setImmediate(() => end.abort());
    return new Promise(() => undefined);
  };
  const task = { url: server.url, wishes: {} };
  await outcomeOf(() =>
    Promise.race([
      subject.run({
        ...task,
        tools: [{ name: 'weather', run: hangs }],
        signal: end.signal,
        save: (state) => (saved = state),
      }),
      new Promise((resolve) => end.signal.addEventListener('abort', resolve)),
    ]),
  );
  if (saved === undefined) return 'nothing was saved';
  const outcome = await outcomeOf(() =>
    subject.run({ ...task, tools: [weather()], ...(saved !== undefined && { saved }) }),
  );
  if (outcome.kind !== 'returned') return inWords(outcome);
  if (server.requests.length !== 3) return `${subject.how.resume}; the interrupted turn is requested again`;
  return resultsIn(server.requests.at(-1)).length === 1 ? undefined : 'the result is missing';
}

/** All probes, in table order. */
export const controlProbes: readonly LoopProbe[] = [...stops, ...turns, ...ends];
