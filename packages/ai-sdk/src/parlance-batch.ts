/** Batches of the AI SDK. */
import {
  UnsupportedFunctionalityError,
  type Experimental_BatchV4 as BatchV4,
  type Experimental_BatchV4ItemResult as ItemResult,
  type Experimental_BatchV4StartResult as StartResult,
  type Experimental_BatchV4Status as Status,
  type JSONObject,
} from '@ai-sdk/provider';
import type { MessageBatch, MessageBatchIndividualResponse } from '@parlance/schemas/inference';
import { messageParams } from './message-params.js';
import type { ModelClient, ModelInfos } from './model-infos.js';
import { PROVIDER } from './provider-options.js';
import { generateResult } from './reply-facts.js';
import { callOptions, readable, sdkCall } from './sdk-calls.js';
import { ToolNames } from './tool-names.js';

/** What the models of a batch share. */
export interface BatchFacts {
  readonly infos: ModelInfos;
  readonly maxOutputTokens: number | undefined;
  readonly supportedUrls: Record<string, RegExp[]>;
}

/** Sends many requests within 24 hours. */
export function batchOf({ messages: { batches } }: ModelClient, facts: BatchFacts): Required<BatchV4> {
  return {
    specificationVersion: 'v4',
    provider: `${PROVIDER}.batch`,
    supportedUrls: facts.supportedUrls,
    doStartBatch: ({ requests, webhookUrl, ...options }) =>
      sdkCall(async () => {
        const feature = 'webhookUrl';
        const warnings: StartResult['warnings'] =
          webhookUrl === undefined ? [] : [{ warning: { type: 'unsupported', feature } }];
        const sent = [];
        for (const request of requests) {
          if (request.type !== 'text')
            throw new UnsupportedFunctionalityError({
              functionality: `batch requests of type ${request.type}`,
            });
          const { modelId, id } = request;
          const info = await facts.infos.get(modelId);
          const call = messageParams(request.options, { ...facts, modelId, info });
          warnings.push(...call.warnings.map((warning) => ({ requestId: id, warning })));
          sent.push({ custom_id: id, params: call.params });
        }
        const batch = await batches.create({ requests: sent }, callOptions(options));
        return { ...statusOf(batch), batchId: batch.id, warnings };
      }),
    doGetBatchStatus: ({ batchId, ...options }) =>
      sdkCall(async () => statusOf(await batches.retrieve(batchId, callOptions(options)))),
    doGetBatchResults: ({ batchId, ...options }) =>
      sdkCall(async () => readable(itemsOf(batches.resultsOf(batchId, callOptions(options))))),
    doCancelBatch: ({ batchId, ...options }) =>
      sdkCall(async () => {
        await batches.cancel(batchId, callOptions(options));
        return {};
      }),
    doListBatches: ({ limit, cursor, ...options }) =>
      sdkCall(async () => {
        const params = {
          ...(limit !== undefined && { limit }),
          ...(cursor !== undefined && { after_id: cursor }),
        };
        const page = await batches.list(params, callOptions(options));
        const last = page.checkpoint.done === true ? undefined : page.data.at(-1)?.id;
        return {
          batches: page.data.map((batch) => ({ ...statusOf(batch), batchId: batch.id })),
          ...(last !== undefined && { nextCursor: last }),
        };
      }),
  };
}

function statusOf(batch: MessageBatch): Status {
  const { processing: pending, succeeded: completed, errored, canceled, expired } = batch.request_counts;
  const failed = errored + canceled + expired;
  return {
    status: batch.processing_status === 'ended' ? 'completed' : 'pending',
    rawStatus: batch.processing_status,
    requestCounts: { total: pending + completed + failed, pending, completed, failed },
    createdAt: batch.created_at,
    expiresAt: batch.expires_at,
    providerMetadata: { [PROVIDER]: batch as unknown as JSONObject },
  };
}

async function* itemsOf(
  lines: AsyncIterable<MessageBatchIndividualResponse>,
): AsyncGenerator<ItemResult, void> {
  // The names of the requests' tools are not part of a batch.
  const names = new ToolNames();
  for await (const { custom_id: id, result } of lines) {
    const item = { type: 'text', id } as const;
    if (result.type === 'succeeded')
      yield {
        ...item,
        status: 'succeeded',
        result: { ...generateResult(result.message, names), warnings: [] },
      };
    else if (result.type === 'errored')
      yield {
        ...item,
        status: 'failed',
        error: { type: result.error.error.type, message: result.error.error.message },
      };
    else yield { ...item, status: result.type === 'expired' ? 'expired' : 'cancelled' };
  }
}
