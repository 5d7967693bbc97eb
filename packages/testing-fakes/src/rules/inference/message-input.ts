/** Rules of the conversation in a request: turns, blocks, citations, counting. */
import type { RuleRows } from '../rule.js';

const CREATE = 'Create message: `POST /v1/messages`';

/** Rules of the conversation in a request: turns, blocks, citations, counting. */
export const messageInputRules: RuleRows = {
  'INF-003': [
    'What the service does',
    'Tools, images and documents count; counting makes no message.',
    'inference/request-size.ts',
  ],
  'INF-110': [CREATE, 'A role is user or assistant.', 'schema messages.create'],
  'INF-111': [CREATE, 'content is required: a string or blocks.', 'schema messages.create'],
  'INF-112': [CREATE, 'A string is one text block.', 'inference/request-size.ts'],
  'INF-113': [CREATE, 'Turns of one role are merged.', 'model/turns.ts'],
  'INF-114': [CREATE, 'A final assistant turn is continued.', 'model/reply.ts'],
  'INF-115': ['Limits > Messages per request', 'At most 100,000 messages.', 'schema messages.create'],
  'INF-116': [CREATE, 'A cache breakpoint is ephemeral.', 'schema messages.create'],
  'INF-117': [`${CREATE}; Limits > Cache ttl`, 'A cache entry lives 5m or 1h.', 'schema messages.create'],
  'INF-118': [
    `${CREATE}; Limits > Cache ttl`,
    'A cache entry lives 5m by default.',
    'inference/prompt-cache.ts',
  ],
  'INF-119': [CREATE, 'Every block can be a cache breakpoint.', 'schema messages.create'],
  'INF-120': [
    `${CREATE} > text`,
    'A text block has text and, optionally, citations.',
    'schema messages.create',
  ],
  'INF-121': [`${CREATE} > image`, 'An image has one of four media types.', 'schema messages.create'],
  'INF-122': [`${CREATE} > image`, 'A base64 image has data.', 'schema messages.create'],
  'INF-123': [`${CREATE} > image`, 'An image by URL has a url.', 'schema messages.create'],
  'INF-124': [`${CREATE} > image`, 'A file source requires a files beta.', 'inference/block-checks.ts'],
  'INF-125': [`${CREATE} > image`, 'An image has a known source.', 'schema messages.create'],
  'INF-126': [`${CREATE} > document`, 'A base64 document is a PDF.', 'schema messages.create'],
  'INF-127': [`${CREATE} > document`, 'A text document is plain text.', 'schema messages.create'],
  'INF-128': [`${CREATE} > document`, 'A content document holds text and images.', 'schema messages.create'],
  'INF-129': [`${CREATE} > document`, 'A document by URL has a url.', 'schema messages.create'],
  'INF-130': [
    `${CREATE} > document`,
    'A document can have citations, context and title.',
    'schema messages.create',
  ],
  'INF-131': [
    `${CREATE} > search_result`,
    'A search result has content, source and title.',
    'schema messages.create',
  ],
  'INF-132': [
    `${CREATE} > thinking`,
    'A thinking block has its text and signature.',
    'schema messages.create',
  ],
  'INF-133': [
    `${CREATE} > redacted_thinking`,
    'A redacted thinking block has data.',
    'schema messages.create',
  ],
  'INF-134': [`${CREATE} > tool_use`, 'A tool use has id, input and name.', 'schema messages.create'],
  'INF-135': [`${CREATE} > tool_result`, 'A tool result refers to a tool use.', 'inference/block-checks.ts'],
  'INF-136': [
    `${CREATE} > tool_result`,
    'A tool result holds five kinds of blocks.',
    'schema messages.create',
  ],
  'INF-137': [`${CREATE} > server_tool_use`, 'A server tool use has a known name.', 'schema messages.create'],
  'INF-138': [
    `${CREATE} > web_search_tool_result`,
    'A web search result holds results or an error.',
    'schema messages.create',
  ],
  'INF-139': [
    'Errors > web_search_tool_result_error',
    'Web search fails with a known code.',
    'schema messages.create',
  ],
  'INF-140': [
    `${CREATE} > web_fetch_tool_result`,
    'A web fetch result holds a page or an error.',
    'schema messages.create',
  ],
  'INF-141': [
    'Errors > web_fetch_tool_result_error',
    'Web fetch fails with a known code.',
    'schema messages.create',
  ],
  'INF-142': [
    `${CREATE} > code_execution_tool_result`,
    'A code execution result has one of three forms.',
    'schema messages.create',
  ],
  'INF-143': [
    'Errors > code_execution_tool_result_error',
    'Code execution fails with a known code.',
    'schema messages.create',
  ],
  'INF-144': [
    `${CREATE} > bash_code_execution_tool_result`,
    'A shell result holds an outcome or an error.',
    'schema messages.create',
  ],
  'INF-145': [
    'Errors > bash_code_execution_tool_result_error',
    'A shell command fails with a known code.',
    'schema messages.create',
  ],
  'INF-146': [CREATE, 'A caller is direct or names its tool use.', 'schema messages.create'],
  'INF-147': [CREATE, 'A block is of a known type.', 'schema messages.create'],
  'INF-150': [CREATE, 'A citation is of a known kind.', 'schema messages.create'],
  'INF-151': [
    `${CREATE} > char_location`,
    'A citation of characters has its fields.',
    'schema messages.create',
  ],
  'INF-152': [`${CREATE} > page_location`, 'A citation of pages has its fields.', 'schema messages.create'],
  'INF-153': [
    `${CREATE} > content_block_location`,
    'A citation of blocks has its fields.',
    'schema messages.create',
  ],
  'INF-154': [
    `${CREATE} > content_block_location`,
    'A citation of blocks ends after it begins.',
    'schema messages.create',
  ],
  'INF-155': [
    `${CREATE} > web_search_result_location`,
    'A citation of the web has its fields.',
    'schema messages.create',
  ],
  'INF-156': [
    `${CREATE} > search_result_location`,
    'A citation of a search result has its fields.',
    'schema messages.create',
  ],
  'INF-157': [
    `${CREATE} > search_result_location`,
    'Search results are counted apart from documents.',
    'inference/citable-blocks.ts',
  ],
  'INF-158': [
    `${CREATE} > content_block_location`,
    'Whole blocks are cited and cost no tokens.',
    'inference/generate.ts',
  ],
  'INF-180': [
    'Count tokens: `POST /v1/messages/count_tokens`',
    'messages is required, as in generation.',
    'schema messages.countTokens',
  ],
  'INF-181': [
    'Count tokens: `POST /v1/messages/count_tokens`',
    'The count is positive.',
    'inference/messages.ts',
  ],
};
