/** The model of `@parlance/ai-sdk` for programs that use `ai`. */
import { createParlance, type ParlanceLanguageModel } from '@parlance/ai-sdk';
import { InferenceClient } from '@parlance/inference';
import { MODEL } from '@parlance/testing/request';
import { KEY } from '@parlance/testing/probes/subject';

/** Creates the model. */
export function parlanceModel(url: string): ParlanceLanguageModel {
  return createParlance({ client: new InferenceClient({ baseUrl: url, apiKey: KEY }) })(MODEL);
}
