/** Probes of tool calls. */
import { counted, inWords, outcomeOf } from '../probes/observe.ts';
import {
  fulfills,
  meet,
  verdictOn,
  weather,
  whatHappened,
  type LoopProbe,
  type Meeting,
  type Play,
} from './loop-probe.ts';
import { FailureWithPicture, type LoopSubject, type TaskTool, type Wishes } from './loop-subject.ts';
import { startMcpServer } from './mcp-server.ts';
import { calls, inOrder, startModelServer, resultsIn, says, type Block, type Reply } from './model-server.ts';

const call: Reply = calls(['weather', { city: 'Oslo' }]);
const thenText = inOrder(call, says('It rains.'));

/** Decisions on calls. */
const approvals: readonly LoopProbe[] = [
  {
    id: 'approve',
    title: 'Approve a call',
    method:
      'A tool that needs approval, which the program grants. Expected: the tool runs once, and the run completes.',
    observe: (subject) => {
      const inputs: unknown[] = [];
      return decided(subject, inputs, 'allow', () => inputs.length === 1);
    },
  },
  {
    id: 'deny',
    title: 'Deny a call with a reason',
    method: 'Expected: the tool does not run, and the model receives the reason.',
    observe: (subject) => {
      const inputs: unknown[] = [];
      return decided(subject, inputs, { deny: 'Not today.' }, ({ requests }) => {
        const [result] = resultsIn(requests[1]);
        return inputs.length === 0 && JSON.stringify(result ?? '').includes('Not today.');
      });
    },
  },
  {
    id: 'edit',
    title: 'Change the input of a call',
    method: 'Expected: the tool runs with the changed input.',
    observe: (subject) => {
      const inputs: unknown[] = [];
      const edit = { city: 'Bergen' };
      return decided(subject, inputs, { edit }, () => JSON.stringify(inputs) === JSON.stringify([edit]));
    },
  },
];

function decided(
  subject: LoopSubject,
  inputs: unknown[],
  approval: NonNullable<Wishes['approval']>,
  expected: (meeting: Meeting) => boolean,
) {
  const how = approval !== 'allow' && 'edit' in approval ? 'editing' : 'approval';
  const play = { script: thenText, tools: [weather(inputs)], wishes: { approval } };
  return fulfills(subject, how, play, (meeting) =>
    meeting.ending && expected(meeting) ? undefined : whatHappened(meeting),
  );
}

/** Calls that fail. */
const failures: readonly LoopProbe[] = [
  {
    id: 'tool-throws',
    title: 'A tool throws',
    method: 'Expected: the model receives an error result with the message, and the run continues.',
    observe: (subject) => {
      const run = () => {
        throw new Error('The station is closed.');
      };
      return failing(subject, [{ name: 'weather', run }], call, (result) =>
        textOf(result).includes('The station is closed.'),
      );
    },
  },
  {
    id: 'tool-throws-blocks',
    title: 'A tool fails with text and a picture',
    method:
      'The tool throws what the library has for this. Expected: the model receives an error result with both.',
    observe: (subject) => {
      const run = () => {
        throw new FailureWithPicture();
      };
      return failing(subject, [{ name: 'weather', run }], call, (result) =>
        textOf(result).includes('"image"'),
      );
    },
  },
  {
    id: 'invalid-input',
    title: 'A call with an invalid input',
    method:
      'Expected: the tool does not run, the model receives an error result that names the field, and the run continues.',
    observe: async (subject) => {
      const inputs: unknown[] = [];
      const observation = await failing(
        subject,
        [weather(inputs)],
        calls(['weather', { city: 7 }]),
        (result) => textOf(result).includes('city'),
      );
      return inputs.length === 0 ? observation : { good: false, says: 'the tool runs' };
    },
  },
  {
    id: 'unknown-tool',
    title: 'A call of a tool that does not exist',
    method: 'Expected: the model receives an error result, and the run continues.',
    observe: (subject) => failing(subject, [weather()], calls(['forecast', { city: 'Oslo' }]), () => true),
  },
];

async function failing(
  subject: LoopSubject,
  tools: readonly TaskTool[],
  first: Reply,
  expected: (result: Block) => boolean,
) {
  const meeting = await meet(subject, { script: inOrder(first, says('Sorry.')), tools });
  const [result] = resultsIn(meeting.requests[1]);
  if (!result || !meeting.ending) return { good: false, says: whatHappened(meeting) };
  if (result.is_error !== true) return { good: false, says: 'a result that is not an error' };
  return expected(result)
    ? { good: true, says: 'error result' }
    : { good: false, says: 'error result without it' };
}

function textOf({ content }: Block): string {
  return JSON.stringify(content ?? '');
}

/** Many calls in one reply. */
const many: readonly LoopProbe[] = [
  {
    id: 'left',
    title: 'One call is left to the program',
    method:
      'Two calls in a reply, one of a tool without an implementation. Expected: the other one runs, and the run ends with the call ' +
      'that is pending.',
    observe: async (subject) => {
      const inputs: unknown[] = [];
      const script = inOrder(
        calls(['weather', { city: 'Oslo' }], ['ask_person', { city: 'Oslo' }]),
        says('Done.'),
      );
      const meeting = await meet(subject, { script, tools: [weather(inputs), { name: 'ask_person' }] });
      const { ending, requests } = meeting;
      if (!ending || requests.length !== 1) {
        const [, result] = resultsIn(requests[1]);
        const says = result?.is_error === true ? 'the model receives an error for it' : whatHappened(meeting);
        return { good: false, says };
      }
      const good = inputs.length === 1 && ending.pending.join() === 'ask_person';
      return { good, says: inputs.length === 1 ? 'pending, the other one runs' : 'no call runs' };
    },
  },
  timeout(
    'tool-timeout',
    'A timeout of tool calls',
    'A tool that waits for its signal',
    (signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('aborted')));
      }),
  ),
  timeout(
    'tool-timeout-deaf',
    'A timeout of a tool that ignores its signal',
    'A tool that never settles',
    () => new Promise(() => undefined),
  ),
  {
    id: 'parallel',
    title: 'The calls of a reply run at the same time',
    method: 'Six calls in a reply. Expected: all six run at once by default.',
    observe: async (subject) => {
      const most = await mostAtOnce((play) => meet(subject, play), {});
      return { good: most === 6, says: most === 6 ? 'yes' : `${most} at once` };
    },
  },
  {
    id: 'max-parallel',
    title: 'A limit on calls that run at the same time',
    method: 'Six calls in a reply, at most two at the same time. Expected: two run at once.',
    observe: async (subject) => {
      const how = subject.how.maxParallel;
      if (how === undefined) return undefined;
      const most = await mostAtOnce((play) => meet(subject, play), { maxParallel: 2 });
      return verdictOn(how, most === 2 ? undefined : `${most} at once`);
    },
  },
  {
    id: 'mcp',
    title: 'Tools of an MCP server',
    method:
      'A server over streamable HTTP with a tool that adds two numbers, which the model calls. Expected: the model receives the sum.',
    observe: async (subject) => {
      const how = subject.how.mcp;
      const { mcp } = subject;
      if (how === undefined || !mcp) return undefined;
      await using model = await startModelServer((turn, request) => {
        const [name = 'add'] = (request.tools ?? []).map((tool) => ('name' in tool ? String(tool.name) : ''));
        return turn === 0 ? calls([name, { a: 2, b: 3 }]) : says('Five.');
      });
      await using tools = await startMcpServer();
      const outcome = await outcomeOf(() => mcp(model.url, `${tools.url}/mcp`));
      const [result] = resultsIn(model.requests[1]);
      const received = result !== undefined && textOf(result).includes('5');
      return verdictOn(how, received ? undefined : `${inWords(outcome)}, ${counted(model.requests)}`);
    },
  },
];

function timeout(
  id: string,
  title: string,
  tool: string,
  run: (signal: AbortSignal | undefined) => Promise<unknown>,
): LoopProbe {
  return {
    id,
    title,
    method: `${tool}, and a timeout of 50 ms. Expected: the model receives an error result, and the run continues.`,
    observe: (subject) =>
      fulfills(
        subject,
        'toolTimeoutMs',
        {
          script: thenText,
          tools: [{ name: 'weather', run: (_input, signal) => run(signal) }],
          wishes: { toolTimeoutMs: 50 },
        },
        (meeting) =>
          meeting.ending && resultsIn(meeting.requests[1])[0]?.is_error ? undefined : whatHappened(meeting),
      ),
  };
}

const SETTLE_TURNS = 20;

/** Returns the largest number of calls that run at the same time. */
async function mostAtOnce(run: (play: Play) => Promise<Meeting>, wishes: Wishes): Promise<number> {
  let running = 0;
  let most = 0;
  const tool = {
    name: 'weather',
    run: async () => {
      running += 1;
      most = Math.max(most, running);
      for (let turn = 0; turn < SETTLE_TURNS; turn += 1)
        await new Promise((resolve) => void setImmediate(resolve));
      running -= 1;
      return 'It rains.';
    },
  };
  const six = Array.from({ length: 6 }, () => ['weather', { city: 'Oslo' }] as const);
  await run({ script: inOrder(calls(...six), says('It rains.')), tools: [tool], wishes });
  return most;
}

/** All probes, in table order. */
export const toolProbes: readonly LoopProbe[] = [...approvals, ...failures, ...many];
