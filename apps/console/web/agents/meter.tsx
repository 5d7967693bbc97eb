import { formatCount } from '../ui/format.js';

/** Shows how much of a limit is used. */
export function Meter({ count, limit }: { readonly count: number; readonly limit: number }) {
  return (
    <span className={`chip numbers ${count > limit ? 'bad' : ''}`}>
      {formatCount(count)} of {formatCount(limit)}
    </span>
  );
}
