/** A field's label; `isRequired` is shown next to it, so that the label stays what the field is called. */
export function FieldLabel({ field, label, isRequired = false }: { field: string; label: string; isRequired?: boolean }) {
  if (!isRequired) return <label htmlFor={field}>{label}</label>;
  return (
    <div className="field-label">
      <label htmlFor={field}>{label}</label>
      {/* The field says it by itself to those who hear it. */}
      <span className="field-required" aria-hidden="true">
        required
      </span>
    </div>
  );
}
