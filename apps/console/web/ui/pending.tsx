import type { CallError } from '../api.js';
import { ProblemNotice } from './notice.js';
import { Spinner } from './spinner.js';

/** Shown in place of data that has not been loaded: a spinner, or why it could not be loaded. */
export function Pending({ error }: { readonly error: CallError | null }) {
  return error === null ? <Spinner /> : <ProblemNotice problem={error.problem} />;
}
