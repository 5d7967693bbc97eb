/** Stands where something is on its way. */
export function Spinner() {
  return (
    <div className="loading">
      <div className="spinner" role="status" aria-label="Loading" />
    </div>
  );
}
