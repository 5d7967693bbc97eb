import { useEffect, useRef, useState } from 'react';
import type { OperationId } from '@parlance/schemas';
import type { Problem } from '../../server/problem.js';
import { api, call } from '../api.js';

/** Delay after the last key press before the form is validated. */
const PAUSE_MS = 200;

/** Validation messages of a form, by field path. */
export type Issues = ReadonlyMap<string, string>;

const NONE: Issues = new Map();

/**
 * Validates a form against the API schemas while typing. Do not use it for forms with secrets: it sends the body.
 *
 * @param operation - The operation of the form.
 * @param body - What the form would submit.
 * @param problem - Why the last submit failed. Its fields are reported until the form changes.
 */
export function useIssues(operation: OperationId, body: unknown, problem?: Problem): Issues {
  const [issues, setIssues] = useState<Issues>(NONE);
  const key = JSON.stringify(body);
  const rejected = useRef({ problem, key });
  if (rejected.current.problem !== problem) rejected.current = { problem, key };
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
  const fields = rejected.current.key === key ? (problem?.fields ?? []) : [];
  return new Map([...fields.map(({ path, message }) => [path, message] as const), ...issues]);
}
