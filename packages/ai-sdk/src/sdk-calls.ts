/** What calls of the AI SDK share. */
import { APICallError } from '@ai-sdk/provider';
import {
  AbortedError,
  ApiError,
  ConnectionError,
  StreamError,
  TimeoutError,
  type CallOptions,
} from '@parlance/inference';
import { createMessage } from '@parlance/schemas/inference';

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

/** Fields that stay those of the client's error. */
const OWN = new Set<PropertyKey>(['name', 'message', 'stack', 'cause']);

/**
 * Adds the fields of the AI SDK's errors to an error of the client, which keeps its class: those of `APICallError` to failed calls,
 * and the name `AbortError` to aborts. The AI SDK does not retry, because the client has. Fields are not enumerable, because
 * the body of a response can quote the request.
 */
export function asSdkError(error: unknown): unknown {
  if (error instanceof AbortedError) return Object.defineProperty(error, 'name', { value: 'AbortError' });
  const isCall = [ApiError, ConnectionError, StreamError, TimeoutError].some((type) => error instanceof type);
  if (!isCall || APICallError.isInstance(error)) return error;
  const { message, status, headers, body } = error as Partial<ApiError> & Error;
  const sdkError = new APICallError({
    message,
    url: createMessage.path,
    requestBodyValues: {},
    isRetryable: false,
    ...(status != null && { statusCode: status }),
    ...(headers !== undefined && { responseHeaders: { ...headers } }),
    ...(body !== undefined && { responseBody: JSON.stringify(body), data: body }),
  });
  for (const name of Reflect.ownKeys(sdkError)) {
    const value: unknown = Reflect.get(sdkError, name);
    if (!OWN.has(name)) Object.defineProperty(error, name, { value, enumerable: false, configurable: true });
  }
  return error;
}
