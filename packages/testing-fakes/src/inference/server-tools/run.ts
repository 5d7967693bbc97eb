/** Execution of the server tools of a reply. */
import type { AdvisorTool, ContentBlock } from '@parlance/schemas';
import { defaultTokenizer } from '../../model/tokens.js';
import { editFile, runCode, runCommand } from './code.js';
import {
  requestedError,
  failed,
  tooManyUses,
  type Outcome,
  type ServerToolUse,
  type ToolContext,
} from './outcome.js';
import { searchByPattern, searchByWords } from './search-tools.js';
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

type Runner = (use: ServerToolUse, context: ToolContext) => Outcome;

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
  const outcomes = uses.map((use) => {
    const { name, tool } = use.offered;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const most = 'max_uses' in tool ? tool.max_uses : undefined;
    const code = most != null && count > most ? tooManyUses(use) : requestedError(use);
    if (code !== undefined) return failed(use, code);
    return RUNNERS[name]?.(use, context) ?? failed(use, 'unavailable');
  });
  const made = (name: string): number =>
    uses.filter((use, index) => use.offered.name === name && outcomes[index]?.isError !== true).length;
  return { outcomes, searches: made('web_search'), fetches: made('web_fetch') };
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
