/** `ai` with `@ai-sdk/anthropic`. */
import { createAnthropic } from '@ai-sdk/anthropic';
import { MODEL } from '../../src/contenders/contender.ts';
import { KEY } from '../../src/features/subject.ts';
import type { LoopSubject } from '../../src/loops/loop-subject.ts';
import { aiSdkSubject } from './ai-sdk-loop.ts';

export const subject: LoopSubject = aiSdkSubject((url) =>
  createAnthropic({ baseURL: `${url}/v1`, apiKey: KEY })(MODEL),
);
