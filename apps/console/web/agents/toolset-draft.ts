import type {
  AgentMcpToolConfigParams,
  PermissionPolicy,
  ToolsetDefaultConfig,
  ToolsetDefaultConfigParams,
} from '@parlance/schemas';

/** How a tool may be used. */
export type ToolUse = 'off' | 'ask' | 'allow';

/** Words for the uses. */
export const USES: Readonly<Record<ToolUse, string>> = { off: 'off', allow: 'allowed', ask: 'asks first' };

/** A tool with a setting of its own. */
export interface ToolSetting {
  readonly name: string;
  readonly use: ToolUse;
}

/** The tools of a toolset in the form. */
export interface ToolsetDraft {
  /** How those are used that have no setting of their own. */
  readonly others: ToolUse;
  readonly settings: readonly ToolSetting[];
}

/** The form for a toolset as it is stored. */
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

/** The parameters that the form of a toolset stands for; undefined when it gives the agent nothing. */
export function toolsetParamsOf({ others, settings }: ToolsetDraft) {
  if (others === 'off' && settings.every(({ use }) => use === 'off')) return undefined;
  return {
    default_config: configOf(others),
    configs: settings.map(({ name, use }): AgentMcpToolConfigParams => ({ name, ...configOf(use) })),
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
