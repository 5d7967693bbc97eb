/** Schemas of tool definitions and tool choice. */
import { constrain } from '../kit/limits.schema.js';
import { s } from '../kit/schema.js';
import { named, object, openEnum, openObject, rule, type Schema, union, unionOr } from '../kit/schema.js';
import { cacheable, CacheControlSchema } from './cache-control.schema.js';
import { CitationsConfigSchema } from './citations.schema.js';
import type { Model } from './models.js';
import type {
  AdvisorTool,
  BashTool,
  CachedWebFetchTool,
  CodeExecutionTool,
  ComputerTool,
  CustomTool,
  McpToolConfig,
  McpToolset,
  MemoryTool,
  StrReplaceEditorTool,
  TextEditorTool,
  Tool,
  ToolChoice,
  ToolChoiceAny,
  ToolChoiceAuto,
  ToolChoiceNone,
  ToolChoiceTool,
  ToolInputSchema,
  ToolSearchBm25Tool,
  ToolSearchRegexTool,
  UserLocation,
  WebFetchTool,
  WebSearchTool,
} from './tools.js';

const shared = {
  max_uses: rule('INF-163', s.int().min(1)).nullable().optional(),
  allowed_callers: rule(
    'INF-160',
    s.array(s.enum(['direct', 'code_execution_20250825', 'code_execution_20260120'])),
  ).optional(),
  cache_control: rule({ type: 'INF-161' }, cacheable.cache_control),
  defer_loading: rule('INF-162', s.boolean()).optional(),
  strict: rule('INF-164', s.boolean()).optional(),
};
const examples = { input_examples: s.array(s.record(s.unknown())).optional() };

const inputSchema: Schema<ToolInputSchema> = openObject<ToolInputSchema>()({
  type: rule('INF-102', s.literal('object')),
  properties: rule('INF-102', s.record(s.unknown())).nullable().optional(),
  required: rule('INF-102', s.array(s.string())).nullable().optional(),
});

const customTool: Schema<CustomTool> = object<CustomTool>()({
  ...shared,
  ...examples,
  type: s.literal('custom').nullable().optional(),
  name: rule(
    'INF-101',
    s.string().refine((name) => /^[\w-]{1,128}$/.test(name), 'must be 1 to 128 letters, digits, _ or -'),
  ),
  input_schema: rule('INF-101', inputSchema),
  description: s.string().optional(),
  eager_input_streaming: s.boolean().nullable().optional(),
});

const bash: Schema<BashTool> = object<BashTool>()({
  ...shared,
  ...examples,
  type: s.enum(['bash_20250124', 'bash_20241022']),
  name: s.literal('bash'),
});

const strReplaceEditor: Schema<StrReplaceEditorTool> = object<StrReplaceEditorTool>()({
  ...shared,
  ...examples,
  type: s.enum(['text_editor_20250124', 'text_editor_20241022']),
  name: s.literal('str_replace_editor'),
});

const textEditor: Schema<TextEditorTool> = object<TextEditorTool>()({
  ...shared,
  ...examples,
  type: s.enum(['text_editor_20250429', 'text_editor_20250728']),
  name: s.literal('str_replace_based_edit_tool'),
  max_characters: s.int().min(1).nullable().optional(),
});

const memory: Schema<MemoryTool> = object<MemoryTool>()({
  ...shared,
  ...examples,
  type: s.literal('memory_20250818'),
  name: s.literal('memory'),
});

const computer: Schema<ComputerTool> = object<ComputerTool>()({
  ...shared,
  ...examples,
  type: s.enum(['computer_20241022', 'computer_20250124', 'computer_20251124']),
  name: s.literal('computer'),
  display_width_px: s.int().min(1),
  display_height_px: s.int().min(1),
  display_number: s.int().min(0).nullable().optional(),
  enable_zoom: s.boolean().optional(),
});

const codeExecution: Schema<CodeExecutionTool> = object<CodeExecutionTool>()({
  ...shared,
  type: s.enum(['code_execution_20250522', 'code_execution_20250825', 'code_execution_20260120']),
  name: s.literal('code_execution'),
});

const domainList = s.array(s.string()).nullable();
const domains = {
  allowed_domains: rule('INF-166', domainList).optional(),
  blocked_domains: rule('INF-166', domainList).optional(),
};

interface Domains {
  readonly allowed_domains?: string[] | null | undefined;
  readonly blocked_domains?: string[] | null | undefined;
}

/** Refuses both lists together. */
function exclusiveDomains<T extends Domains>(schema: Schema<T>): Schema<T> {
  return constrain(schema, ({ allowed_domains: allowed, blocked_domains: blocked }, report) => {
    if (allowed == null || blocked == null) return;
    report('INF-166', 'excludes allowed_domains: give one of the two', ['blocked_domains']);
  });
}

const userLocation: Schema<UserLocation> = object<UserLocation>()({
  type: rule('INF-175', s.literal('approximate')),
  city: rule('INF-175', s.string()).nullable().optional(),
  country: rule('INF-176', s.string().refine(isCountry, 'must be a two-letter ISO country code'))
    .nullable()
    .optional(),
  region: rule('INF-175', s.string()).nullable().optional(),
  timezone: rule('INF-217', s.string().refine(isTimeZone, 'must be an IANA time zone')).nullable().optional(),
});

function isCountry(code: string): boolean {
  const region = code.toUpperCase();
  // ZZ is Unicode's name of no country.
  return /^[A-Z]{2}$/.test(region) && region !== 'ZZ' && countries().of(region) !== undefined;
}

let names: Intl.DisplayNames | undefined;

function countries(): Intl.DisplayNames {
  return (names ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }));
}

function isTimeZone(name: string): boolean {
  // An offset is a time zone to ECMAScript, but no name of the IANA's.
  if (/^[+-]/.test(name)) return false;
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const webSearch: Schema<WebSearchTool> = exclusiveDomains(
  object<WebSearchTool>()({
    ...shared,
    ...domains,
    type: s.enum(['web_search_20250305', 'web_search_20260209']),
    name: rule('INF-165', s.literal('web_search')),
    user_location: rule({ type: 'INF-165' }, userLocation).nullable().optional(),
  }),
);

const fetchFields = {
  ...shared,
  ...domains,
  name: rule('INF-167', s.literal('web_fetch')),
  citations: rule({ type: 'INF-167' }, CitationsConfigSchema).nullable().optional(),
  max_content_tokens: rule('INF-167', s.int().min(1)).nullable().optional(),
};

const webFetch: Schema<WebFetchTool> = exclusiveDomains(
  object<WebFetchTool>()({ ...fetchFields, type: s.enum(['web_fetch_20250910', 'web_fetch_20260209']) }),
);

const cachedWebFetch: Schema<CachedWebFetchTool> = exclusiveDomains(
  object<CachedWebFetchTool>()({
    ...fetchFields,
    type: s.literal('web_fetch_20260309'),
    use_cache: rule('INF-169', s.boolean()).optional(),
  }),
);

const advisor: Schema<AdvisorTool> = object<AdvisorTool>()({
  ...shared,
  type: s.literal('advisor_20260301'),
  name: rule('INF-170', s.literal('advisor')),
  model: rule('INF-170', named(openEnum<Model>())),
  caching: rule({ type: 'INF-171' }, CacheControlSchema).nullable().optional(),
});

const bm25: Schema<ToolSearchBm25Tool> = object<ToolSearchBm25Tool>()({
  ...shared,
  type: s.enum(['tool_search_tool_bm25_20251119', 'tool_search_tool_bm25']),
  name: rule('INF-172', s.literal('tool_search_tool_bm25')),
});

const regex: Schema<ToolSearchRegexTool> = object<ToolSearchRegexTool>()({
  ...shared,
  type: s.enum(['tool_search_tool_regex_20251119', 'tool_search_tool_regex']),
  name: rule('INF-173', s.literal('tool_search_tool_regex')),
});

const mcpConfig = rule(
  'INF-174',
  object<McpToolConfig>()({
    defer_loading: rule('INF-174', s.boolean()).optional(),
    enabled: rule('INF-174', s.boolean()).optional(),
  }),
);

const mcpToolset: Schema<McpToolset> = object<McpToolset>()({
  ...cacheable,
  type: s.literal('mcp_toolset'),
  mcp_server_name: rule('INF-174', s.string().min(1)),
  configs: rule('INF-174', s.record(mcpConfig)).nullable().optional(),
  default_config: mcpConfig.optional(),
});

/** Schema of {@link Tool}. */
export const ToolSchema: Schema<Tool> = rule(
  'INF-177',
  unionOr<Tool>()(
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

const parallel = { disable_parallel_tool_use: s.boolean().optional() };

/** Schema of {@link ToolChoice}. */
export const ToolChoiceSchema: Schema<ToolChoice> = union<ToolChoice>()('type', {
  auto: object<ToolChoiceAuto>()({ ...parallel, type: s.literal('auto') }),
  any: object<ToolChoiceAny>()({ ...parallel, type: s.literal('any') }),
  tool: object<ToolChoiceTool>()({ ...parallel, type: s.literal('tool'), name: s.string().min(1) }),
  none: object<ToolChoiceNone>()({ type: s.literal('none') }),
});
