import {
  builtInToolNames,
  type BuiltInToolName,
  type PermissionPolicy,
  type ToolsetDefaultConfig,
  type ToolsetDefaultConfigParams,
} from '@parlance/schemas';

/** Permission of a tool: `ask` needs the user's approval for each call. */
export type ToolUse = 'off' | 'ask' | 'allow';

/** Labels of the permissions. */
export const USES: Readonly<Record<ToolUse, string>> = { off: 'Off', allow: 'Allow', ask: 'Ask first' };

/** A tool with its own permission. */
export interface ToolSetting<Name extends string = string> {
  readonly name: Name;
  readonly use: ToolUse;
}

/** The tools of a toolset in the form. */
export interface ToolsetDraft<Name extends string = string> {
  /** Permission of the tools without their own. */
  readonly others: ToolUse;
  readonly settings: readonly ToolSetting<Name>[];
}

/** The built-in tools in the form. An empty permission is that of the others. */
export interface BuiltInDraft {
  readonly others: ToolUse;
  readonly uses: Readonly<Record<BuiltInToolName, ToolUse | ''>>;
}

/** Creates a draft of the built-in tools. */
export function builtInDraftOf({ others, settings }: ToolsetDraft): BuiltInDraft {
  const known = new Map(settings.map(({ name, use }) => [name, use]));
  const uses = builtInToolNames.map((name) => [name, known.get(name) ?? '']);
  return { others, uses: Object.fromEntries(uses) as BuiltInDraft['uses'] };
}

/** Converts a draft of the built-in tools to parameters. Returns undefined if all tools are off. */
export function builtInParamsOf({ others, uses }: BuiltInDraft) {
  const settings = builtInToolNames.flatMap((name) => (uses[name] === '' ? [] : { name, use: uses[name] }));
  return toolsetParamsOf<BuiltInToolName>({ others, settings });
}

/** Creates a draft from a stored toolset. */
export function toolsetDraftOf(toolset: {
  readonly default_config: ToolsetDefaultConfig;
  readonly configs: readonly ({ readonly name: string } & ToolsetDefaultConfig)[];
}): ToolsetDraft {
  const { default_config, configs } = toolset;
  return {
    others: useOf(default_config),
    settings: configs.map((config) => ({ name: config.name, use: useOf(config) })),
  };
}

/** Converts a draft to parameters. Returns undefined if all tools are off. */
export function toolsetParamsOf<Name extends string>({ others, settings }: ToolsetDraft<Name>) {
  if (others === 'off' && settings.every(({ use }) => use === 'off')) return undefined;
  return {
    default_config: configOf(others),
    configs: settings.map(({ name, use }) => ({ name, ...configOf(use) })),
  };
}

function useOf(config: { readonly enabled: boolean; readonly permission_policy: PermissionPolicy }): ToolUse {
  if (!config.enabled) return 'off';
  return config.permission_policy.type === 'always_ask' ? 'ask' : 'allow';
}

function configOf(use: ToolUse): ToolsetDefaultConfigParams {
  const type = use === 'ask' ? ('always_ask' as const) : ('always_allow' as const);
  return { enabled: use !== 'off', permission_policy: { type } };
}
