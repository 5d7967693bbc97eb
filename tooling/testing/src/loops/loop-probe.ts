/** Probes of agent loops: what they test, and how they run. */
import { counted, inWords, outcomeOf, type Observation, type Outcome } from '../probes/observe.ts';
import type { Ending, Feature, LoopSubject, TaskTool, Wishes } from './loop-subject.ts';
import { startModelServer, type Script, type SentRequest } from './model-server.ts';

/** A test of one behavior that runs with every loop. */
export interface LoopProbe {
  readonly id: string;
  readonly title: string;
  /** How it is tested and what is expected. */
  readonly method: string;
  /** Runs the probe. Returns undefined if the loop has nothing comparable. */
  observe(subject: LoopSubject): Promise<Observation | undefined>;
}

/** A run against scripted replies. */
export interface Meeting {
  readonly outcome: Outcome;
  /** What the loop returned, if it succeeded. */
  readonly ending: Ending | undefined;
  readonly requests: readonly SentRequest[];
}

/** What a probe plays. */
export interface Play {
  readonly script: Script;
  readonly tools?: readonly TaskTool[];
  readonly wishes?: Wishes;
  readonly signal?: AbortSignal;
}

/** How long a loop may wait before it counts as waiting forever, in milliseconds. */
const PATIENCE_MS = 5_000;

/** Runs a loop against scripted replies. */
export async function meet(subject: LoopSubject, play: Play): Promise<Meeting> {
  await using server = await startModelServer(play.script);
  const { tools = [weather()], wishes = {}, signal } = play;
  const outcome = await outcomeOf(
    () => subject.run({ url: server.url, tools, wishes, ...(signal && { signal }) }),
    PATIENCE_MS,
  );
  const ending = outcome.kind === 'returned' ? (outcome.value as Ending) : undefined;
  return { outcome, ending, requests: [...server.requests] };
}

/** A tool that returns the weather and records its inputs. */
export function weather(inputs: unknown[] = []): TaskTool {
  return {
    name: 'weather',
    run: (input) => {
      inputs.push(input);
      return 'It rains.';
    },
  };
}

/**
 * Runs a loop that is asked to do something, and reports how it does that. It is good if the loop behaves as expected
 * without code of the program.
 *
 * @param subject - The loop.
 * @param feature - What it is asked to do.
 * @param play - The replies, the tools and the wishes.
 * @param problem - Returns what the loop did instead; undefined if it did what was expected.
 */
export async function fulfills(
  subject: LoopSubject,
  feature: Feature,
  play: Play,
  problem: (meeting: Meeting) => string | undefined,
): Promise<Observation | undefined> {
  const how = subject.how[feature];
  return how === undefined ? undefined : verdictOn(how, problem(await meet(subject, play)));
}

/** Reports how a loop does something, or what it did instead. */
export function verdictOn(how: string, problem: string | undefined): Observation {
  if (problem !== undefined) return { good: false, says: problem };
  return { good: !how.startsWith('own code'), says: how };
}

/** Describes a run that did not do what was expected. */
export function whatHappened({ outcome, requests }: Meeting): string {
  return `${inWords(outcome)}, ${counted(requests)}`;
}
