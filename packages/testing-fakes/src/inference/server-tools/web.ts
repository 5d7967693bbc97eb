/**
 * Web search and web fetch with deterministic results.
 *
 * Rules: INF-168, INF-212, INF-215, LIM-008.
 */
import type { FetchedDocument, WebFetchTool, WebSearchTool } from '@parlance/schemas';
import { countSearch } from '../../organization/workspace-gauges.js';
import { cutTokens, defaultTokenizer } from '../../model/tokens.js';
import { collection, type CollectionName } from '../../world/store.js';
import { hashText } from '../../world/random.js';
import { failed, opaque, textIn, type Outcome, type ServerToolUse, type ToolContext } from './outcome.js';

const MAX_QUERY = 1000;
const MAX_URL = 250;
const DOMAINS = ['example.com', 'example.org', 'example.net'];

/** Returns up to three search results, within the allowed domains. */
export function searchWeb(use: ServerToolUse, { world }: ToolContext): Outcome {
  const query = textIn(use, 'query');
  if (query === undefined) return failed(use, 'invalid_tool_input');
  if (query.length > MAX_QUERY) return failed(use, 'query_too_long');
  if (!countSearch(world)) return failed(use, 'too_many_requests');
  const { allowed_domains: allowed, blocked_domains: blocked } = use.offered.tool as WebSearchTool;
  const domains = (allowed ?? DOMAINS).filter((domain) => !(blocked ?? []).includes(domain));
  const slug = query
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60);
  const results = domains.slice(0, 3).map((domain, index) => ({
    type: 'web_search_result' as const,
    title: `Result ${index + 1} for ${query}`,
    url: `https://${domain}/${slug}`,
    encrypted_content: opaque(`${domain} ${query}`),
    page_age: null,
  }));
  const first = results[0];
  return {
    block: {
      type: 'web_search_tool_result',
      tool_use_id: use.id,
      content: results,
      caller: use.caller,
    },
    say: first === undefined ? 'Nothing was found.' : first.title,
    citations:
      first === undefined
        ? undefined
        : [
            {
              type: 'web_search_result_location',
              cited_text: first.title,
              encrypted_index: opaque(`index ${query}`),
              title: first.title,
              url: first.url,
            },
          ],
  };
}

/** Previously fetched pages. */
const pages: CollectionName<{ readonly retrievedAt: string }> = collection('fetched_pages');

/** Returns the page of a URL, the same every time. */
export function fetchPage(use: ServerToolUse, context: ToolContext): Outcome {
  const url = textIn(use, 'url');
  const tool = use.offered.tool as WebFetchTool & { readonly use_cache?: boolean | undefined };
  const refusal = refusalOf(url, tool);
  if (url === undefined || refusal !== undefined) return failed(use, refusal ?? 'invalid_tool_input');
  const isPdf = new URL(url).pathname.endsWith('.pdf');
  const text = pageText(url);
  const { text: cut } = cutTokens(text, tool.max_content_tokens ?? Infinity, defaultTokenizer);
  const isCitable = tool.citations?.enabled === true;
  const document: FetchedDocument = {
    type: 'document',
    source: isPdf
      ? { type: 'base64', media_type: 'application/pdf', data: Buffer.from(EMPTY_PDF).toString('base64') }
      : { type: 'text', media_type: 'text/plain', data: cut },
    title: `Page at ${url}`,
    citations: isCitable ? { enabled: true } : null,
  };
  const sentence = cut.slice(0, cut.indexOf('.') + 1);
  return {
    block: {
      type: 'web_fetch_tool_result',
      tool_use_id: use.id,
      content: {
        type: 'web_fetch_result',
        url,
        content: document,
        retrieved_at: retrievedAt(url, tool, context),
      },
      caller: use.caller,
    },
    say: isPdf || sentence === '' ? `I read ${url}` : sentence,
    citations:
      isCitable && !isPdf && sentence !== ''
        ? [
            {
              type: 'char_location',
              cited_text: sentence,
              document_index: context.documents,
              document_title: document.title ?? null,
              file_id: null,
              start_char_index: 0,
              end_char_index: sentence.length,
            },
          ]
        : undefined,
  };
}

function refusalOf(url: string | undefined, tool: WebFetchTool): string | undefined {
  if (url === undefined) return 'invalid_tool_input';
  if (url.length > MAX_URL) return 'url_too_long';
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol)) return 'invalid_tool_input';
  const { hostname, pathname } = parsed;
  const isIn = (domain: string): boolean => hostname === domain || hostname.endsWith(`.${domain}`);
  if (tool.allowed_domains != null && !tool.allowed_domains.some(isIn)) return 'url_not_allowed';
  if ((tool.blocked_domains ?? []).some(isIn)) return 'url_not_allowed';
  if (hostname.endsWith('.invalid')) return 'url_not_accessible';
  return /\.(?:zip|exe|mp3|mp4|bin)$/.test(pathname) ? 'unsupported_content_type' : undefined;
}

/** Returns the time of the first fetch, or the current time if the tool disables the cache. */
function retrievedAt(
  url: string,
  tool: { readonly use_cache?: boolean | undefined },
  { world }: ToolContext,
): string {
  const cache = world.store.of(pages);
  const cached = tool.use_cache === false ? undefined : cache.get(url);
  return (cached ?? cache.put(url, { retrievedAt: world.clock.iso() })).retrievedAt;
}

const SENTENCES = 20;

function pageText(url: string): string {
  const facts = Array.from(
    { length: SENTENCES },
    (_, index) => `Fact ${index + 1} has the number ${hashText(`${url} ${index}`) % 1000}.`,
  );
  return [`This is the page at ${url.replaceAll('.', ' dot ')}.`, ...facts].join(' ');
}

const EMPTY_PDF =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n%%EOF\n';
