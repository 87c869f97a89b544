import type { NoteForm as Form } from "./note-state.ts";

type FieldProps = { form: Form; name: keyof Form["values"]; label: string; hint?: string; rows?: number };

/** One field of the form with its label above and what is wrong with it below. */
function Field({ form, name, label, hint, rows }: FieldProps) {
  const problem = form.problems.find(({ field }) => field === name)?.rule;
  const described = problem ? `note-${name}-error` : hint ? `note-${name}-hint` : undefined;
  const shared = { id: `note-${name}`, name, defaultValue: form.values[name], "aria-describedby": described };
  const invalid = problem ? true : undefined;
  return (
    <div className="field">
      <label htmlFor={`note-${name}`}>{label}</label>
      <div className="field-input">
        {rows ? (
          <textarea {...shared} rows={rows} aria-invalid={invalid} />
        ) : (
          <input {...shared} type="text" autoComplete="name" aria-invalid={invalid} />
        )}
      </div>
      {problem ? (
        <p className="field-error" id={`note-${name}-error`}>
          {problem}
        </p>
      ) : hint ? (
        <p className="field-hint" id={`note-${name}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}

/** Where whoever was sent the link says what they think; a form like any other, so that it works without script. */
export function NoteForm({ form }: { form: Form }) {
  return (
    <section className="preview-notes page-width" aria-labelledby="note-title" id="note">
      <h2 id="note-title">Leave a note</h2>
      {form.hasLeft ? (
        <p className="preview-thanks" role="status">
          Thank you. Your note is with the author.
        </p>
      ) : null}
      <p>Only the people who run this site read it.</p>
      {form.failure ? (
        <p className="form-alert" role="alert">
          {form.failure}
        </p>
      ) : null}
      <form className="form" method="post" action="#note" noValidate>
        <Field form={form} name="name" label="Your name" />
        <Field
          form={form}
          name="quote"
          label="The passage it is about (optional)"
          rows={2}
          hint="Copy it here, or select it in the text and choose “Note on this passage”."
        />
        <Field form={form} name="text" label="Your note" rows={5} />
        {/* People neither see it nor come to it by key; programs that fill in every field give themselves away. */}
        <div className="comment-trap" aria-hidden="true">
          <input type="text" name="website" tabIndex={-1} autoComplete="off" aria-label="Leave this empty" />
        </div>
        <p>
          <button type="submit" className="button button-solid">
            Send the note
          </button>
        </p>
      </form>
      <button type="button" className="button button-solid preview-pick" hidden>
        Note on this passage
      </button>
    </section>
  );
}
