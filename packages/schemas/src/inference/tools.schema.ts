/** Schemas of tool definitions and tool choice. */
import * as z from 'zod';
import { constrain, record } from '../kit/limits.schema.js';
import {
  named,
  object,
  type ObjectSchema,
  openEnum,
  openObject,
  rule,
  type Schema,
  union,
  unionOr,
} from '../kit/schema.js';
import { Cacheable, CacheControl } from './cache-control.contract.js';
import { CitationsConfig } from './citations.contract.js';
import type { Model } from './models.js';
import type * as types from './tools.js';

const shared = {
  max_uses: rule('INF-163', z.int().min(1)).nullish(),
  allowed_callers: rule(
    'INF-160',
    z.array(z.enum(['direct', 'code_execution_20250825', 'code_execution_20260120'])),
  ).optional(),
  cache_control: rule({ type: 'INF-161' }, Cacheable.shape.cache_control),
  defer_loading: rule('INF-162', z.boolean()).optional(),
  strict: rule('INF-164', z.boolean()).optional(),
};
const examples = { input_examples: z.array(record(z.unknown())).optional() };

const inputSchema: ObjectSchema<types.ToolInputSchema> = openObject<types.ToolInputSchema>()({
  type: rule('INF-102', z.literal('object')),
  properties: rule('INF-102', record(z.unknown())).nullish(),
  required: rule('INF-102', z.array(z.string())).nullish(),
});

const customTool: ObjectSchema<types.CustomTool> = object<types.CustomTool>()({
  ...shared,
  ...examples,
  type: z.literal('custom').nullish(),
  name: rule(
    'INF-101',
    z.string().refine((name) => /^[\w-]{1,128}$/.test(name), 'must be 1 to 128 letters, digits, _ or -'),
  ),
  input_schema: rule('INF-101', inputSchema),
  description: z.string().optional(),
  eager_input_streaming: z.boolean().nullish(),
});

const bash: ObjectSchema<types.BashTool> = object<types.BashTool>()({
  ...shared,
  ...examples,
  type: z.enum(['bash_20250124', 'bash_20241022']),
  name: z.literal('bash'),
});

const strReplaceEditor: ObjectSchema<types.StrReplaceEditorTool> = object<types.StrReplaceEditorTool>()({
  ...shared,
  ...examples,
  type: z.enum(['text_editor_20250124', 'text_editor_20241022']),
  name: z.literal('str_replace_editor'),
});

const textEditor: ObjectSchema<types.TextEditorTool> = object<types.TextEditorTool>()({
  ...shared,
  ...examples,
  type: z.enum(['text_editor_20250429', 'text_editor_20250728']),
  name: z.literal('str_replace_based_edit_tool'),
  max_characters: z.int().min(1).nullish(),
});

const memory: ObjectSchema<types.MemoryTool> = object<types.MemoryTool>()({
  ...shared,
  ...examples,
  type: z.literal('memory_20250818'),
  name: z.literal('memory'),
});

const computer: ObjectSchema<types.ComputerTool> = object<types.ComputerTool>()({
  ...shared,
  ...examples,
  type: z.enum(['computer_20241022', 'computer_20250124', 'computer_20251124']),
  name: z.literal('computer'),
  display_width_px: z.int().min(1),
  display_height_px: z.int().min(1),
  display_number: z.int().min(0).nullish(),
  enable_zoom: z.boolean().optional(),
});

const codeExecution: ObjectSchema<types.CodeExecutionTool> = object<types.CodeExecutionTool>()({
  ...shared,
  type: z.enum(['code_execution_20250522', 'code_execution_20250825', 'code_execution_20260120']),
  name: z.literal('code_execution'),
});

const domainList = z.array(z.string()).nullable();
const domains = {
  allowed_domains: rule('INF-166', domainList).optional(),
  blocked_domains: rule('INF-166', domainList).optional(),
};

interface Domains {
  readonly allowed_domains?: string[] | null | undefined;
  readonly blocked_domains?: string[] | null | undefined;
}

/** Rejects the two lists in combination. */
function exclusiveDomains<S extends z.ZodType<Domains>>(schema: S): S {
  return constrain(schema, ({ allowed_domains: allowed, blocked_domains: blocked }: Domains, report) => {
    if (allowed == null || blocked == null) return;
    report('INF-166', 'cannot be combined with allowed_domains', ['blocked_domains']);
  });
}

const userLocation: ObjectSchema<types.UserLocation> = object<types.UserLocation>()({
  type: rule('INF-175', z.literal('approximate')),
  city: rule('INF-175', z.string()).nullish(),
  country: rule('INF-176', z.string().refine(isCountry, 'must be a two-letter ISO country code')).nullish(),
  region: rule('INF-175', z.string()).nullish(),
  timezone: rule('INF-217', z.string().refine(isTimeZone, 'must be an IANA time zone')).nullish(),
});

function isCountry(code: string): boolean {
  const region = code.toUpperCase();
  // ZZ is the Unicode code for an unknown country.
  return /^[A-Z]{2}$/.test(region) && region !== 'ZZ' && countries().of(region) !== undefined;
}

let names: Intl.DisplayNames | undefined;

function countries(): Intl.DisplayNames {
  return (names ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }));
}

function isTimeZone(name: string): boolean {
  // ECMAScript accepts offsets as time zones, but they are not IANA names.
  if (/^[+-]/.test(name)) return false;
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const webSearch: ObjectSchema<types.WebSearchTool> = exclusiveDomains(
  object<types.WebSearchTool>()({
    ...shared,
    ...domains,
    type: z.enum(['web_search_20250305', 'web_search_20260209']),
    name: rule('INF-165', z.literal('web_search')),
    user_location: rule({ type: 'INF-165' }, userLocation).nullish(),
  }),
);

const fetchFields = {
  ...shared,
  ...domains,
  name: rule('INF-167', z.literal('web_fetch')),
  citations: rule({ type: 'INF-167' }, CitationsConfig).nullish(),
  max_content_tokens: rule('INF-167', z.int().min(1)).nullish(),
};

const webFetch: ObjectSchema<types.WebFetchTool> = exclusiveDomains(
  object<types.WebFetchTool>()({
    ...fetchFields,
    type: z.enum(['web_fetch_20250910', 'web_fetch_20260209']),
  }),
);

const cachedWebFetch: ObjectSchema<types.CachedWebFetchTool> = exclusiveDomains(
  object<types.CachedWebFetchTool>()({
    ...fetchFields,
    type: z.literal('web_fetch_20260309'),
    use_cache: rule('INF-169', z.boolean()).optional(),
  }),
);

const advisor: ObjectSchema<types.AdvisorTool> = object<types.AdvisorTool>()({
  ...shared,
  type: z.literal('advisor_20260301'),
  name: rule('INF-170', z.literal('advisor')),
  model: rule('INF-170', named(openEnum<Model>())),
  caching: rule({ type: 'INF-171' }, CacheControl).nullish(),
});

const bm25: ObjectSchema<types.ToolSearchBm25Tool> = object<types.ToolSearchBm25Tool>()({
  ...shared,
  type: z.enum(['tool_search_tool_bm25_20251119', 'tool_search_tool_bm25']),
  name: rule('INF-172', z.literal('tool_search_tool_bm25')),
});

const regex: ObjectSchema<types.ToolSearchRegexTool> = object<types.ToolSearchRegexTool>()({
  ...shared,
  type: z.enum(['tool_search_tool_regex_20251119', 'tool_search_tool_regex']),
  name: rule('INF-173', z.literal('tool_search_tool_regex')),
});

const mcpConfig = rule(
  'INF-174',
  object<types.McpToolConfig>()({
    defer_loading: rule('INF-174', z.boolean()).optional(),
    enabled: rule('INF-174', z.boolean()).optional(),
  }),
);

const mcpToolset: ObjectSchema<types.McpToolset> = object<types.McpToolset>()({
  ...Cacheable.shape,
  type: z.literal('mcp_toolset'),
  mcp_server_name: rule('INF-174', z.string().min(1)),
  configs: rule('INF-174', record(mcpConfig)).nullish(),
  default_config: mcpConfig.optional(),
});

/** Schema of {@link types.Tool}. */
export const ToolSchema: Schema<types.Tool> = rule(
  'INF-177',
  unionOr<types.Tool>()(
    'type',
    { custom: customTool },
    {
      bash_20250124: bash,
      bash_20241022: bash,
      text_editor_20250124: strReplaceEditor,
      text_editor_20241022: strReplaceEditor,
      text_editor_20250429: textEditor,
      text_editor_20250728: textEditor,
      memory_20250818: memory,
      computer_20241022: computer,
      computer_20250124: computer,
      computer_20251124: computer,
      code_execution_20250522: codeExecution,
      code_execution_20250825: codeExecution,
      code_execution_20260120: codeExecution,
      web_search_20250305: webSearch,
      web_search_20260209: webSearch,
      web_fetch_20250910: webFetch,
      web_fetch_20260209: webFetch,
      web_fetch_20260309: cachedWebFetch,
      advisor_20260301: advisor,
      tool_search_tool_bm25_20251119: bm25,
      tool_search_tool_bm25: bm25,
      tool_search_tool_regex_20251119: regex,
      tool_search_tool_regex: regex,
      mcp_toolset: mcpToolset,
    },
  ),
);

const parallel = { disable_parallel_tool_use: z.boolean().optional() };

/** Schema of {@link types.ToolChoice}. */
export const ToolChoiceSchema: Schema<types.ToolChoice> = union<types.ToolChoice>()('type', {
  auto: object<types.ToolChoiceAuto>()({ ...parallel, type: z.literal('auto') }),
  any: object<types.ToolChoiceAny>()({ ...parallel, type: z.literal('any') }),
  tool: object<types.ToolChoiceTool>()({ ...parallel, type: z.literal('tool'), name: z.string().min(1) }),
  none: object<types.ToolChoiceNone>()({ type: z.literal('none') }),
});
