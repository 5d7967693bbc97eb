/**
 * Execution of the server tools of a reply.
 *
 * Rules: INF-056.
 */
import type { AdvisorTool, ContentBlock, ServerToolUseBlock } from '@parlance/schemas';
import { defaultTokenizer } from '../../model/tokens.js';
import { runCode, runCommand } from './code.js';
import {
  requestedError,
  failed,
  tooManyUses,
  type Outcome,
  type ServerToolUse,
  type ToolContext,
} from './outcome.js';
import type { CallTool } from './run-program.js';
import { callerOf } from './programs.js';
import { searchByPattern, searchByWords } from './search-tools.js';
import { editFile } from './text-editor.js';
import { fetchPage, searchWeb } from './web.js';

/** Outcomes of the server tools of a reply. */
export interface Runs {
  /** Outcomes in the order of the uses. */
  readonly outcomes: readonly Outcome[];
  /** Number of successful web searches. */
  readonly searches: number;
  /** Number of successful web fetches. */
  readonly fetches: number;
}

type Runner = (use: ServerToolUse, context: ToolContext, callTool: CallTool) => Outcome;

const RUNNERS: Readonly<Record<string, Runner>> = {
  web_search: searchWeb,
  web_fetch: fetchPage,
  code_execution: runCode,
  bash_code_execution: runCommand,
  text_editor_code_execution: editFile,
  tool_search_tool_bm25: searchByWords,
  tool_search_tool_regex: searchByPattern,
  advisor: advise,
};

/**
 * Runs server tools in order.
 *
 * @param uses - Uses to run.
 * @param context - Environment of the tools.
 */
export function runServerTools(uses: readonly ServerToolUse[], context: ToolContext): Runs {
  const counts = new Map<string, number>();
  const successes = new Map<string, number>();
  const add = (to: Map<string, number>, name: string): number => {
    const count = (to.get(name) ?? 0) + 1;
    to.set(name, count);
    return count;
  };
  const run = (use: ServerToolUse): Outcome => {
    const { name, tool } = use.offered;
    const count = add(counts, name);
    const most = 'max_uses' in tool ? tool.max_uses : undefined;
    const code = most != null && count > most ? tooManyUses(use) : requestedError(use);
    if (code !== undefined) return failed(use, code);
    const outcome = RUNNERS[name]?.(use, context, callTool) ?? failed(use, 'unavailable');
    if (outcome.isError !== true) add(successes, name);
    return outcome;
  };
  const callTool: CallTool = (program, { name, input }) => {
    const offered = context.offered.find((tool) => tool.name === name);
    if (offered === undefined) return undefined;
    const caller = callerOf(program);
    const use = { id: context.world.id('srvtoolu_'), offered, input, caller };
    const block: ServerToolUseBlock = {
      type: 'server_tool_use',
      id: use.id,
      name: offered.name,
      input,
      caller,
    };
    return { ...run(use), use: block };
  };
  const outcomes = uses.map(run);
  return {
    outcomes,
    searches: successes.get('web_search') ?? 0,
    fetches: successes.get('web_fetch') ?? 0,
  };
}

const ADVICE = 'Do the simplest thing that could work.';

function advise(use: ServerToolUse): Outcome {
  const block: ContentBlock = {
    type: 'advisor_tool_result',
    tool_use_id: use.id,
    content: { type: 'advisor_result', text: ADVICE },
  };
  const { model, caching } = use.offered.tool as AdvisorTool;
  const advice = { model, outputTokens: defaultTokenizer.count(ADVICE), caching: caching ?? undefined };
  return { block, say: 'The advice is to do the simplest thing.', advice };
}
