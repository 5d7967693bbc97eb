/** Placeholder for content that is loading. */
export function Spinner() {
  return (
    <div className="loading">
      <div className="spinner" role="status" aria-label="Loading" />
    </div>
  );
}
