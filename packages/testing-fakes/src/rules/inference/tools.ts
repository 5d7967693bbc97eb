/** Rules of tool definitions. */
import type { RuleRows } from '../rule.js';

const CREATE = 'Create message: `POST /v1/messages`';

/** Rules of tool definitions. */
export const toolRules: RuleRows = {
  'INF-160': [CREATE, 'There are three kinds of callers.', 'schema messages.create'],
  'INF-161': [CREATE, 'A tool can be a cache breakpoint.', 'schema messages.create'],
  'INF-162': [CREATE, 'defer_loading is a boolean.', 'schema messages.create'],
  'INF-163': [CREATE, 'max_uses limits the uses in a request.', 'inference/server-tools/run.ts'],
  'INF-164': [CREATE, 'strict is a boolean.', 'schema messages.create'],
  'INF-165': [`${CREATE} > web_search_20260209`, 'Web search is named web_search.', 'schema messages.create'],
  'INF-166': [
    `${CREATE} > web_search_20260209`,
    'Allowed and blocked domains exclude each other.',
    'schema messages.create',
  ],
  'INF-167': [
    `${CREATE} > web_fetch_20250910, web_fetch_20260209`,
    'Web fetch is named web_fetch.',
    'schema messages.create',
  ],
  'INF-168': [
    `${CREATE} > web_fetch_20250910, web_fetch_20260209`,
    'Fetched pages are cited only on request.',
    'inference/server-tools/web.ts',
  ],
  'INF-169': [
    `${CREATE} > web_fetch_20260309`,
    'The newest web fetch has use_cache.',
    'schema messages.create',
  ],
  'INF-170': [
    `${CREATE} > advisor_20260301`,
    'The advisor is named advisor and has a model.',
    'schema messages.create',
  ],
  'INF-171': [
    `${CREATE} > advisor_20260301`,
    "The advisor's prompt is cached only on request.",
    'schema messages.create',
  ],
  'INF-172': [
    `${CREATE} > tool_search_tool_bm25_20251119 or tool_search_tool_bm25`,
    'Search by words has two types and one name.',
    'schema messages.create',
  ],
  'INF-173': [
    `${CREATE} > tool_search_tool_regex_20251119 or tool_search_tool_regex`,
    'Search by pattern has two types and one name.',
    'schema messages.create',
  ],
  'INF-174': [`${CREATE} > mcp_toolset`, 'An MCP toolset names its server.', 'schema messages.create'],
  'INF-175': [CREATE, 'A user location is approximate.', 'schema messages.create'],
  'INF-176': [CREATE, 'A country has two letters.', 'schema messages.create'],
  'INF-177': [CREATE, 'A tool is of a known type.', 'schema messages.create'],
  'INF-212': [
    `${CREATE} > web_fetch_20250910, web_fetch_20260209`,
    'A page is cut to max_content_tokens; a PDF is not.',
    'inference/server-tools/web.ts',
  ],
  'INF-213': [CREATE, 'A deferred tool is loaded once it was found.', 'inference/request-size.ts'],
  'INF-214': [CREATE, "A strict tool's input matches its schema.", 'inference/matches-schema.ts'],
  'INF-215': [
    `${CREATE} > web_fetch_20260309`,
    'use_cache false fetches the page again.',
    'inference/server-tools/web.ts',
  ],
  'INF-217': [CREATE, 'A time zone is an IANA name.', 'schema messages.create'],
};
