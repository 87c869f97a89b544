import type { ReactNode } from "react";
import { NOTE_LIMITS } from "../../../domain/previews/preview-rules.ts";
import type { Site } from "../../../domain/settings/settings.ts";
import { fill, isEnglish } from "../../../texts/texts.ts";
import { DocumentHead, inSiteLanguage, siteLook } from "../layout/document-head.tsx";
import { SiteNameLink } from "../layout/site-name.tsx";
import { texts } from "./texts.ts";

export type NoteFormState = {
  values: { name: string; text: string; quote: string };
  problems: { field: string; rule: string }[];
  /** if no field is to blame */
  failure: string | null;
  hasLeft: boolean;
};

type FieldProps = { form: NoteFormState; name: keyof NoteFormState["values"]; label: string; hint?: string; rows?: number };

function Field({ form, name, label, hint, rows }: FieldProps) {
  const rule = form.problems.find(({ field }) => field === name)?.rule;
  const problem = rule && (isEnglish() ? rule : fill(texts[`${name}Wrong`], { max: NOTE_LIMITS[name] }));
  const described = problem ? `note-${name}-error` : hint ? `note-${name}-hint` : undefined;
  const shared = { id: `note-${name}`, name, defaultValue: form.values[name], "aria-describedby": described };
  const invalid = problem ? true : undefined;
  return (
    <div className="field">
      <label htmlFor={`note-${name}`}>{label}</label>
      <div className="field-input">
        {rows ? (
          <textarea {...shared} rows={rows} dir="auto" aria-invalid={invalid} />
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

/** Works without a script. */
export function NoteForm({ form }: { form: NoteFormState }) {
  return (
    <section className="preview-notes page-width" aria-labelledby="note-title" id="note">
      <h2 id="note-title">{texts.heading}</h2>
      {form.hasLeft ? (
        <p className="preview-thanks" role="status">
          {texts.thanks}
        </p>
      ) : null}
      <p>{texts.whoReads}</p>
      {form.failure ? (
        <p className="form-alert" role="alert">
          {isEnglish() ? form.failure : texts.tooMany}
        </p>
      ) : null}
      <form className="form" method="post" action="#note" noValidate>
        <Field form={form} name="name" label={texts.name} />
        <Field form={form} name="quote" label={texts.quote} rows={2} hint={texts.quoteHint} />
        <Field form={form} name="text" label={texts.text} rows={5} />
        {/* Hidden from people, also from those who use the keyboard. Programs that fill in every field give themselves away. */}
        <div className="comment-trap" aria-hidden="true">
          <input type="text" name="website" tabIndex={-1} autoComplete="off" aria-label={texts.trap} />
        </div>
        <p>
          <button type="submit" className="button button-solid">
            {texts.send}
          </button>
        </p>
      </form>
      <button type="button" className="button button-solid preview-pick" hidden>
        {texts.pick}
      </button>
    </section>
  );
}

type PreviewDocumentProps = {
  site: Site;
  title: string;
  /** what readers have to know about this preview */
  banner?: ReactNode;
  children: ReactNode;
};

/** Works without a script; neither search engines nor other sites learn its URL. */
export function PreviewDocument({ site, title, banner, children }: PreviewDocumentProps) {
  return (
    <html {...inSiteLanguage()} {...siteLook(site)}>
      <DocumentHead site={site} />
      <body id="top" className="preview-page">
        <title>{`${title} · ${site.name}`}</title>
        <meta name="robots" content="noindex, nofollow" />
        <meta name="referrer" content="no-referrer" />
        <a className="skip-link" href="#main">
          {texts.skip}
        </a>
        <header className="preview-head">
          <p className="brand">
            <SiteNameLink site={site} />
          </p>
          {banner}
        </header>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </body>
    </html>
  );
}
