/** Rules of tool definitions. */
import { ruleSet, type Rule } from '../rule-table.js';

const CREATE = 'Create message: `POST /v1/messages`';
const SCHEMA = 'schema messages.create';

/** Rules of tool definitions. */
export const toolRules: readonly Rule[] = ruleSet(
  { document: 'inference', test: 'packages/testing-fakes/src/inference/tools.test.ts' },
  {
    'INF-160': [CREATE, 'Callers are of three kinds.', SCHEMA],
    'INF-161': [CREATE, 'A tool can be a cache breakpoint.', SCHEMA],
    'INF-162': [CREATE, 'defer_loading is yes or no.', SCHEMA],
    'INF-163': [CREATE, 'max_uses is a number of uses in a request.', 'inference/server-tools/run.ts'],
    'INF-164': [CREATE, 'strict is yes or no.', SCHEMA],
    'INF-165': [CREATE, 'Web search is named web_search.', SCHEMA],
    'INF-166': [CREATE, 'Allowed and blocked domains exclude each other.', SCHEMA],
    'INF-167': [CREATE, 'Web fetch is named web_fetch.', SCHEMA],
    'INF-168': [CREATE, 'Fetched pages are not cited unless asked for.', 'inference/server-tools/web.ts'],
    'INF-169': [CREATE, 'The newest web fetch has use_cache.', SCHEMA],
    'INF-170': [CREATE, 'The advisor is named advisor and has a model.', SCHEMA],
    'INF-171': [CREATE, "The advisor's prompt is cached only when asked for.", SCHEMA],
    'INF-172': [CREATE, 'Search by words has two types and one name.', SCHEMA],
    'INF-173': [CREATE, 'Search by pattern has two types and one name.', SCHEMA],
    'INF-174': [CREATE, 'A set of MCP tools names its server.', SCHEMA],
    'INF-175': [CREATE, 'A user location is approximate.', SCHEMA],
    'INF-176': [CREATE, 'A country has two letters.', SCHEMA],
    'INF-177': [CREATE, 'A tool is of a known type.', SCHEMA],
    'INF-212': [
      CREATE,
      'A page is cut to max_content_tokens, a PDF is not.',
      'inference/server-tools/web.ts',
    ],
    'INF-213': [CREATE, 'A deferred tool is loaded when it was found.', 'inference/request-size.ts'],
    'INF-214': [CREATE, "A strict tool's input fits its schema.", 'inference/generate.ts'],
    'INF-215': [CREATE, 'use_cache false fetches anew.', 'inference/server-tools/web.ts'],
    'INF-217': [CREATE, 'A time zone is an IANA name.', SCHEMA],
  },
);
