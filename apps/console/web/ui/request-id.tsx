import { Link } from 'wouter';

/** A request ID, with a link to the request in the inspector. */
export function RequestId({ id }: { readonly id: string }) {
  return (
    <Link href={`/requests?q=${encodeURIComponent(id)}`} className="request-id" title="Inspect this request">
      <code>{id}</code>
    </Link>
  );
}
