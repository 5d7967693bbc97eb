/** `@anthropic-ai/sdk` with `p-limit`, which bounds the calls at a time, as its README shows. */
import pLimit from 'p-limit';
import type { Subject } from '@parlance/testing/probes/subject';
import { subject as sdk } from '../features/anthropic-sdk.ts';

export const subject: Subject = {
  ...sdk,
  connect(baseUrl, settings) {
    const client = sdk.connect(baseUrl, settings);
    const limit = pLimit(10);
    return { ...client, ask: (options) => limit(() => client.ask(options)) };
  },
};
