/** The ids that an input is described by. */
export const describedBy = (id: string, { hint, error }: { hint?: string | undefined; error?: string | undefined }) =>
  error ? `${id}-error` : hint ? `${id}-hint` : undefined;

/** What stands under an input: what is wrong with it, else what helps to fill it in. */
export function Description({ id, hint, error }: { id: string; hint?: string | undefined; error?: string | undefined }) {
  if (error) {
    return (
      <p className="field-error" id={`${id}-error`}>
        {error}
      </p>
    );
  }
  return hint ? (
    <p className="field-hint" id={`${id}-hint`}>
      {hint}
    </p>
  ) : null;
}
