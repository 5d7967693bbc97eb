/** Makes errors of the client what the AI SDK tests for, too. */
import { APICallError } from '@ai-sdk/provider';
import { AbortedError, ApiError, ConnectionError, StreamError, TimeoutError } from '@parlance/inference';
import { createMessage } from '@parlance/schemas/inference';

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
