import { problemFrom } from '../api.js';
import { ProblemNotice } from './notice.js';
import { Spinner } from './spinner.js';

interface Props {
  readonly error: Error | null;
  /** Whether there is older data, which stays on screen. */
  readonly isLoaded?: boolean;
}

/** Shown in place of data: a spinner, or why it could not be loaded. The banner reports a lost connection. */
export function Pending({ error, isLoaded = false }: Props) {
  const problem = error === null ? undefined : problemFrom(error);
  if (problem !== undefined && problem.kind !== 'connection') return <ProblemNotice problem={problem} />;
  return isLoaded ? null : <Spinner />;
}
