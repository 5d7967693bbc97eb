/** The script of the sessions of a world, and what is left of it. */
import { collection, type CollectionName } from '../../world/store.js';
import type { World } from '../../world/world.js';
import type { SessionReply, SessionScenario, SessionToolResult, SessionVerdict } from './session-scenario.js';

const scenarios: CollectionName<SessionScenario> = collection('session_scenario');
const ONLY = 'scenario';
/** Key of the last request that no scripted reply was for. */
const UNMATCHED = 'unmatched-session-request';

/** Scripts the sessions of a world, replacing the previous script. */
export function scriptSessions(world: World, scenario: SessionScenario): void {
  world.store.of(scenarios).put(ONLY, scenario);
  unmatchedOf(world).request = undefined;
}

/** Returns what is left of the scripted sessions of a world. */
export function sessionScenarioOf(world: World): SessionScenario {
  return world.store.of(scenarios).get(ONLY) ?? {};
}

/** Removes and returns the next reply for an agent with a system prompt, or undefined. */
export function takeReply(world: World, agentName: string, system: string): SessionReply | undefined {
  const scenario = sessionScenarioOf(world);
  const replies = scenario.replies ?? [];
  const index = replies.findIndex(
    ({ agent = agentName, system_contains: part = '' }) => agent === agentName && system.includes(part),
  );
  if (index < 0) {
    if (replies.length > 0) unmatchedOf(world).request = { agent: agentName, system };
    return undefined;
  }
  world.store.of(scenarios).put(ONLY, { ...scenario, replies: replies.toSpliced(index, 1) });
  return replies[index];
}

/** Removes and returns the next verdict, or undefined. */
export function takeVerdict(world: World): SessionVerdict | undefined {
  const scenario = sessionScenarioOf(world);
  const [verdict, ...rest] = scenario.grader ?? [];
  if (verdict !== undefined) world.store.of(scenarios).put(ONLY, { ...scenario, grader: rest });
  return verdict;
}

function unmatchedOf(world: World): {
  request?: { readonly agent: string; readonly system: string } | undefined;
} {
  return world.local(UNMATCHED, () => ({}));
}

/** Describes the scripted replies and verdicts that were not used. */
export function unusedInSessions(world: World): string[] {
  const { replies = [], grader = [] } = sessionScenarioOf(world);
  const { request } = unmatchedOf(world);
  const nearest =
    request === undefined
      ? ''
      : ` The last request was by the agent ${quote(request.agent)}, with the system prompt ${quote(request.system)}.`;
  return [
    ...replies.map((reply) => `sessions.replies: ${quote(JSON.stringify(reply))} was never used.${nearest}`),
    ...grader.map((verdict) => `sessions.grader: ${quote(JSON.stringify(verdict))} was never used.`),
  ];
}

function quote(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}...` : text;
}

/** Returns the first result that matches an input, or undefined. */
export function resultFor(
  results: readonly SessionToolResult[] | undefined,
  input: unknown,
): SessionToolResult | undefined {
  const text = JSON.stringify(input);
  return results?.find(({ match }) => match === undefined || text.includes(match));
}
