/** What a run returns can be sent, however it ends and whatever its tools do. */
import { createFake } from '@parlance/testing-fakes';
import { expect, test } from 'vitest';
import { InferenceClient } from '../inference-client.js';
import { defineTool } from './define-tool.js';
import { runTools } from './run-tools.js';
import { hasToolCall } from './stop-conditions.js';
import { streamTools } from './stream-tools.js';
import type { ToolLoopOptions } from './tool-loop-options.js';
import type { ToolRunCheckpoint } from './tool-run-checkpoint.js';
import { TurnLimitError, type ToolRun, type ToolRunParams, type ToolRunProgress } from './tool-run.js';

const fake = createFake({ checkResponses: true });
const client = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });

const OUTCOMES = {
  completed: () => 'done',
  empty: () => '',
  nothing: () => undefined,
  blocks: () => [{ type: 'text' as const, text: 'done' }],
  'an empty list': () => [],
  failed: () => Promise.reject(new Error('')),
};

interface End {
  readonly prompt: string;
  readonly maxTokens?: number;
  readonly options?: ToolLoopOptions;
}

const ENDS: Readonly<Record<string, End>> = {
  'end of turn': { prompt: '/tool act {}' },
  'several calls': { prompt: '/tool act {}\n/tool act {}\n/tool asks {}' },
  refusal: { prompt: '/refuse' },
  max_tokens: { prompt: '/tool act {}', maxTokens: 1 },
  'a condition': { prompt: '/tool act {}', options: { stopWhen: hasToolCall('act') } },
  'turn limit': { prompt: '/tool act {}', options: { maxTurns: 1 } },
  'pending calls': { prompt: '/tool asks {}' },
  'denied call': { prompt: '/tool asks {}', options: { approve: () => ({ deny: '' }) } },
  'unknown tool': { prompt: '/tool other {}' },
};

const cases = Object.entries(ENDS).flatMap(([name, end]) =>
  Object.entries(OUTCOMES).map(([outcome, run]) => [name, outcome, end, run] as const),
);

test.each(cases)('%s, tool %s', async (_name, _outcome, { prompt, maxTokens = 1000, options }, run) => {
  const parts = { description: 'Acts', input: { type: 'object', properties: {} } as const, run };
  const tools = [
    defineTool({ ...parts, name: 'act' }),
    defineTool({ ...parts, name: 'asks', approval: true }),
  ];
  const params: ToolRunParams = {
    model: 'assistant-sonnet-4-6',
    max_tokens: maxTokens,
    messages: [{ role: 'user', content: prompt }],
    tools,
  };
  const checkpoints: ToolRunCheckpoint[] = [];
  const onCheckpoint = (checkpoint: ToolRunCheckpoint): void => void checkpoints.push(checkpoint);
  const runs = [
    await endOf(runTools(client, params, { ...options, onCheckpoint })),
    await endOf(streamed(params, options, onCheckpoint)),
  ];
  expect(checkpoints.length).toBeGreaterThan(1);
  for (const ended of runs) {
    const messages = [...ended.messages, { role: 'user' as const, content: [...resultsOf(ended), AND_NOW] }];
    const definitions = tools.map(({ definition }) => definition);
    const reply = await client.messages.create({ ...params, max_tokens: 100, messages, tools: definitions });
    expect(reply.type).toBe('message');
  }
  for (const checkpoint of checkpoints) {
    const resumeFrom = JSON.parse(JSON.stringify(checkpoint)) as ToolRunCheckpoint;
    const before = fake.journal().length;
    const resumed = await runTools(client, params, { approve: () => 'allow', resumeFrom });
    expect(resumed.reason).toBe('completed');
    expect(resumed.checkpoint.done).toBe(true);
    expect(fake.journal().length === before).toBe(resumeFrom.done === true);
    for (const member of [
      'type',
      'origin',
      'messages',
      'newMessages',
      'reply',
      'results',
      'turns',
      'usage',
    ]) {
      const broken = { ...resumeFrom, [member]: undefined } as ToolRunCheckpoint;
      await expect(runTools(client, params, { resumeFrom: broken })).rejects.toThrow(
        'resumeFrom must be a checkpoint',
      );
    }
  }
});

const AND_NOW = { type: 'text' as const, text: 'and now?' };

/** Returns the run of a result or of an error. */
async function endOf(run: Promise<ToolRun>): Promise<ToolRun | ToolRunProgress> {
  try {
    return await run;
  } catch (error) {
    if (TurnLimitError.is(error)) return (error as TurnLimitError).run;
    throw error;
  }
}

async function streamed(
  params: ToolRunParams,
  options: ToolLoopOptions | undefined,
  onCheckpoint: (checkpoint: ToolRunCheckpoint) => void,
): Promise<ToolRun> {
  const updates = streamTools(client, params, options);
  for (;;) {
    const next = await updates.next();
    if (next.done === true) return next.value;
    if (next.value.type === 'checkpoint') onCheckpoint(next.value.checkpoint);
  }
}

/** The results that a caller owes for calls that a run left to it. */
function resultsOf(run: ToolRun | ToolRunProgress) {
  if (!('reason' in run) || run.reason !== 'pending_calls') return [];
  const own = run.pendingCalls.map(({ id }) => ({
    type: 'tool_result' as const,
    tool_use_id: id,
    content: '',
  }));
  return [...run.pendingResults, ...own];
}
