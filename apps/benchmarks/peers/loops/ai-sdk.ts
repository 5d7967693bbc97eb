/** `ai` with `@ai-sdk/anthropic`. */
import { createAnthropic } from '@ai-sdk/anthropic';
import { MODEL } from '@parlance/testing/request';
import { KEY } from '@parlance/testing/probes/subject';
import type { LoopSubject } from '@parlance/testing/loops/loop-subject';
import { aiSdkSubject } from './ai-sdk-loop.ts';

export const subject: LoopSubject = aiSdkSubject((url) =>
  createAnthropic({ baseURL: `${url}/v1`, apiKey: KEY })(MODEL),
);
