/** What calls of the AI SDK share. */
import type { CallOptions } from '@parlance/inference';
import { asSdkError } from './sdk-errors.js';

/** The options that each kind of call has. */
export interface SdkCallOptions {
  readonly abortSignal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Converts the options of a call. */
export function callOptions({ abortSignal, headers }: SdkCallOptions): CallOptions {
  const sent = Object.entries(headers ?? {}).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return {
    ...(abortSignal !== undefined && { signal: abortSignal }),
    ...(sent.length > 0 && { headers: Object.fromEntries(sent) }),
  };
}

/** Returns the result of a call, with errors that the AI SDK knows. */
export async function sdkCall<T>(call: () => PromiseLike<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw asSdkError(error);
  }
}

/** Converts a generator to a stream. Cancelling the stream ends the generator, and with it the request. */
export function readable<T>(parts: AsyncGenerator<T, unknown>): ReadableStream<T> {
  return new ReadableStream<T>({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}
