/** `ai` with `@parlance/ai-sdk`. */
import { parlanceModel } from '../../src/loops/parlance-model.ts';
import type { LoopSubject } from '@parlance/testing/loops/loop-subject';
import { aiSdkSubject } from './ai-sdk-loop.ts';

export const subject: LoopSubject = aiSdkSubject(parlanceModel);
