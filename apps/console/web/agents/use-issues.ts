import { useEffect, useState } from 'react';
import type { OperationId } from '@parlance/schemas';
import { api, call } from '../api.js';

/** Delay after the last key press before the form is validated. */
const PAUSE_MS = 200;

/** Validation messages of a form, by field path. */
export type Issues = ReadonlyMap<string, string>;

const NONE: Issues = new Map();

/** Validates a form against the API schemas while typing. Do not use it for forms with secrets: it sends the body. */
export function useIssues(operation: OperationId, body: unknown): Issues {
  const [issues, setIssues] = useState<Issues>(NONE);
  const key = JSON.stringify(body);
  useEffect(() => {
    const stop = new AbortController();
    const check = (): void => {
      call(api.contract.check, { operation, body: JSON.parse(key) as unknown }, stop.signal).then(
        (found) => setIssues(new Map(found.toReversed().map(({ path, message }) => [path, message]))),
        // Submitting the form reports the same issues, or why the check failed.
        () => undefined,
      );
    };
    const timer = setTimeout(check, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [operation, key]);
  return issues;
}
