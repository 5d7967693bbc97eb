/** Tool search over the deferred tools of a request. */
import { failed, textIn, type Outcome, type ServerToolUse, type ToolContext } from './outcome.js';

const MAX_FOUND = 5;

/** Searches by keywords. Tools that match more of them rank higher. */
export function searchByWords(use: ServerToolUse, { tools }: ToolContext): Outcome {
  const query = textIn(use, 'query');
  if (query === undefined) return failed(use, 'invalid_tool_input');
  const words = query
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  const scored = tools
    .map((tool) => {
      const text = `${tool.name} ${tool.description}`.toLowerCase();
      return { name: tool.name, score: words.filter((word) => text.includes(word)).length };
    })
    .filter((tool) => tool.score > 0)
    .sort((first, second) => second.score - first.score);
  return found(
    use,
    scored.map((tool) => tool.name),
  );
}

/** Searches by a case-insensitive pattern of literals, `.*` and `|`. Other regular expression syntax is rejected. */
export function searchByPattern(use: ServerToolUse, { tools }: ToolContext): Outcome {
  const pattern = textIn(use, 'pattern') ?? textIn(use, 'query');
  if (pattern === undefined) return failed(use, 'invalid_tool_input');
  const plain = pattern.replace(/^\(\?i\)/, '').toLowerCase();
  if (/[()[\]{}+?^$\\]/.test(plain.replaceAll('.*', ''))) return failed(use, 'invalid_tool_input');
  // Match the pieces one by one: a caller's regular expression could block the emulator.
  const alternatives = plain.split('|').map((alternative) => alternative.split('.*'));
  const names = tools
    .filter((tool) =>
      alternatives.some((pieces) =>
        containsInOrder(`${tool.name} ${tool.description}`.toLowerCase(), pieces),
      ),
    )
    .map((tool) => tool.name);
  return found(use, names);
}

function containsInOrder(text: string, pieces: readonly string[]): boolean {
  let from = 0;
  for (const piece of pieces) {
    const at = text.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return true;
}

function found(use: ServerToolUse, names: readonly string[]): Outcome {
  const references = names
    .slice(0, MAX_FOUND)
    .map((name) => ({ type: 'tool_reference' as const, tool_name: name }));
  return {
    block: {
      type: 'tool_search_tool_result',
      tool_use_id: use.id,
      content: { type: 'tool_search_tool_search_result', tool_references: references },
    },
    say: names.length === 0 ? 'No tool was found.' : `Found ${names.slice(0, MAX_FOUND).join(', ')}.`,
  };
}
