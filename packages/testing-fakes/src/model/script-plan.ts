/** Scripts of a world and their progress. */
import { unexpected } from '../engine/refusal.js';
import type { ModelRequest } from './model-request.js';
import type { Plan } from '../scenario/scenario-part.js';
import type { World } from '../world/world.js';
import { mismatches, type MatchTarget, type Mismatch } from './match-turn.js';
import type { Script, ScriptStep } from './script.js';

/** Progress of a script. */
export interface ScriptProgress {
  /** Index of the next step. */
  readonly step: number;
  /** Number of times that step has been used. */
  readonly used: number;
}

/** Scripts of a world. */
export interface ScriptPlan extends Plan<readonly Script[], readonly ScriptProgress[]> {
  /**
   * Returns the next step for a request and marks it as used. Undefined leaves the request to the default model.
   *
   * @throws {Refusal} 400 if there are scripts but no step matches.
   */
  next(request: ModelRequest): ScriptStep | undefined;
}

interface Progress {
  readonly script: Script;
  readonly index: number;
  step: number;
  used: number;
}

/** Maximum length of a text quoted in a message. */
const MAX_SHOWN = 300;

/** Returns the scripts of a world. */
export function scriptPlanOf({ whole }: World): ScriptPlan {
  return whole.local('replies', createScriptPlan);
}

function createScriptPlan(): ScriptPlan {
  let plan: Progress[] = [];
  let misses: string[] = [];
  return {
    set(scripts, progress = []) {
      plan = scripts.map((script, index) => ({ script, index, step: 0, used: 0, ...progress[index] }));
      misses = [];
    },
    get value() {
      return plan.map(({ script }) => script);
    },
    progress: () => plan.map(({ step, used }) => ({ step, used })),
    next(request) {
      if (plan.length === 0) return undefined;
      const matching = plan.filter(
        ({ script }) => mismatches(script.match, targetOf(request, 'first')).length === 0,
      );
      for (const progress of matching) {
        if (progress.script.steps === 'default') return undefined;
        const step = take(progress, targetOf(request, 'last'));
        if (step !== undefined) return step;
      }
      const miss = describeMiss(plan, matching, request);
      misses.push(miss);
      throw unexpected(miss);
    },
    problems: () => [...misses, ...plan.flatMap(unusedOf)],
  };
}

function targetOf({ turns, tools = [] }: ModelRequest, which: 'first' | 'last'): MatchTarget {
  const isUser = ({ role }: { readonly role: string }): boolean => role === 'user';
  const turn = which === 'first' ? turns.find(isUser) : turns.findLast(isUser);
  return { turn, tools: tools.map(({ name }) => name) };
}

function current({ script, step }: Progress): ScriptStep | undefined {
  return script.steps === 'default' ? undefined : script.steps[step];
}

/** Returns the next step if it matches. Optional steps that do not match are skipped. */
function take(progress: Progress, target: MatchTarget): ScriptStep | undefined {
  const before = { step: progress.step, used: progress.used };
  for (let step = current(progress); step !== undefined; step = current(progress)) {
    if (mismatches(step.match, target).length === 0) {
      progress.used++;
      if (progress.used === (step.times ?? 1)) Object.assign(progress, { step: progress.step + 1, used: 0 });
      return step;
    }
    if (step.optional !== true && progress.used === 0) break;
    Object.assign(progress, { step: progress.step + 1, used: 0 });
  }
  Object.assign(progress, before);
  return undefined;
}

/** Describes the closest step as a diff between its conditions and the request. */
function describeMiss(
  plan: readonly Progress[],
  matching: readonly Progress[],
  request: ModelRequest,
): string {
  const candidates = (matching.length > 0 ? matching : plan).flatMap(
    (progress): { path: string; differences: readonly Mismatch[] }[] => {
      const path = `replies.${progress.index}`;
      const outer = mismatches(progress.script.match, targetOf(request, 'first'));
      if (outer.length > 0) return [{ path: `${path}.match`, differences: outer }];
      const step = current(progress);
      if (step === undefined) return [];
      return [
        {
          path: `${path}.steps.${progress.step}.match`,
          differences: mismatches(step.match, targetOf(request, 'last')),
        },
      ];
    },
  );
  const [nearest] = candidates.sort(
    (left, right) => distance(left.differences) - distance(right.differences),
  );
  const said = show(targetOf(request, 'last').turn?.text ?? '');
  if (nearest === undefined) return `No script step is left for the user turn ${said}.`;
  const diff = nearest.differences.flatMap(({ key, expected, found }) => [
    `- ${key}: ${show(expected)}`,
    `+ ${key.split('_', 1)[0]}: ${show(found)}`,
  ]);
  return [`No script step matches the user turn ${said}. The closest is ${nearest.path}:`, ...diff].join(
    '\n',
  );
}

/** Ranks by the number of unmet conditions, then by the words in common. */
function distance(differences: readonly Mismatch[]): number {
  const apart = differences.map(({ expected, found }) => {
    const wanted = expected.toLowerCase().split(/\W+/);
    const words = new Set(found.toLowerCase().split(/\W+/));
    return 1 - wanted.filter((word) => words.has(word)).length / (wanted.length + 1);
  });
  return differences.length + apart.reduce((sum, one) => sum + one, 0) / (differences.length + 1);
}

function unusedOf(progress: Progress): string[] {
  const { script, index, step, used } = progress;
  if (script.steps === 'default') return [];
  return script.steps.flatMap((one, at) => {
    const isPartly = at === step && used > 0;
    if (at < step || one.optional === true) return [];
    const count = isPartly ? `used only ${used} of ${one.times ?? 1} times` : 'never used';
    return [`replies.${index}.steps.${at} was ${count}.`];
  });
}

function show(text: string): string {
  return JSON.stringify(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}...` : text);
}
