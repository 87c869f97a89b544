type FetchButtonsProps = { label: string; isFetching: boolean; onCancel(): void };

export function FetchButtons({ label, isFetching, onCancel }: FetchButtonsProps) {
  return (
    <div className="form-buttons">
      <button type="button" className="button" onClick={onCancel}>
        Cancel
      </button>
      <button type="submit" className="button button-solid" disabled={isFetching}>
        {isFetching ? "Fetching..." : label}
      </button>
    </div>
  );
}
