/** `ai` with `@parlance/ai-sdk`. */
import { parlanceModel } from '../../src/loops/parlance-model.ts';
import type { LoopSubject } from '../../src/loops/loop-subject.ts';
import { aiSdkSubject } from './ai-sdk-loop.ts';

export const subject: LoopSubject = aiSdkSubject(parlanceModel);
