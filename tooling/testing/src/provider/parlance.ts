/** `@parlance/ai-sdk`. */
import { createParlance } from '@parlance/ai-sdk';
import { InferenceClient } from '@parlance/inference';
import type { ProviderSubject } from './provider-subject.ts';

export const subject: ProviderSubject = {
  key: 'parlance',
  naming: undefined,
  option: (field) => field,
  connect(baseUrl, apiKey) {
    const provider = createParlance({
      client: new InferenceClient({ baseUrl, apiKey, retry: { maxRetries: 0 } }),
    });
    return {
      provider,
      model: (name) => provider(`assistant-${name}`),
      // The type is checked by the service.
      tool: (type, options) => provider.tool({ type, ...options } as Parameters<typeof provider.tool>[0]),
    };
  },
};
