export function Spinner({ label }: { label: string }) {
  return (
    <div className="spinner" role="status">
      <span className="spinner-sun" aria-hidden="true" />
      <p>{label}</p>
    </div>
  );
}
