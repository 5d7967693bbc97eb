/** `@ai-sdk/anthropic`. */
import { createAnthropic } from '@ai-sdk/anthropic';
import type { Tool } from 'ai';
import type { ProviderSubject } from '@parlance/testing/provider/provider-subject';

const camel = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

export const subject: ProviderSubject = {
  key: 'anthropic',
  naming: { vendor: 'anthropic', assistant: 'claude' },
  option: camel,
  connect(url, apiKey) {
    const provider = createAnthropic({ baseURL: `${url}/v1`, apiKey });
    // Their options differ, and are checked by the service.
    const tools = provider.tools as unknown as Record<string, (args: object) => Tool>;
    return {
      provider,
      model: (name) => provider(`claude-${name}`),
      tool: (type, options = {}) => {
        const create = Object.entries(tools).find(
          ([name]) => name === camel(type.replace('search_tool', 'search')),
        )?.[1];
        if (create === undefined) throw new Error(`no tool ${type}`);
        return create(options);
      },
    };
  },
};
