import { useEffect, useState } from 'react';
import type { OperationId } from '@parlance/schemas';
import { ask } from '../rpc.js';

/** Between a key and the check of what has been typed. */
const PAUSE_MS = 200;

/** What is wrong with a form, by the path of the field. */
export type Issues = ReadonlyMap<string, string>;

const NONE: Issues = new Map();

/** Holds a form against the contract as one types. Forms with secrets are not sent before their time. */
export function useIssues(operation: OperationId, body: unknown): Issues {
  const [issues, setIssues] = useState<Issues>(NONE);
  const key = JSON.stringify(body);
  useEffect(() => {
    const stop = new AbortController();
    const check = (): void => {
      ask('contract.check', { operation, body: JSON.parse(key) as unknown }, stop.signal).then(
        (found) => setIssues(new Map(found.toReversed().map(({ path, message }) => [path, message]))),
        // Sending the form tells the same, and why the check was not possible.
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
