import { problemFrom } from '../api.js';
import { ProblemNotice } from './notice.js';
import { Spinner } from './spinner.js';

/** Shown in place of data that has not been loaded: a spinner, or why it could not be loaded. */
export function Pending({ error }: { readonly error: Error | null }) {
  return error === null ? <Spinner /> : <ProblemNotice problem={problemFrom(error)} />;
}
