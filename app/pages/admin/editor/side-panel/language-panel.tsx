import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { adminRoutes } from "../../../../admin-routes.ts";
import { adminApi } from "../../../../browser/auth/admin-api.ts";
import type { AdminPost } from "../../../../domain/posts/post-shapes.ts";
import { DEFAULT_LANGUAGE } from "../../../../domain/settings/direction-rules.ts";
import { LANGUAGES, type Language, languageName } from "../../../../domain/settings/language-rules.ts";
import { body } from "../../../../http/api/admin/client.ts";
import { SelectField } from "../../../../ui/form/described-fields.tsx";
import { useSite } from "../../../data.ts";
import { PageLink } from "../../../public/page-link.tsx";
import { useAdminMutation } from "../../frame/use-admin-mutation.ts";
import type { FieldsProps } from "../main-fields.tsx";

const OPTIONS = LANGUAGES.map((value) => ({ value, label: languageName(value) })).sort((a, b) => a.label.localeCompare(b.label));
const STATUSES = { draft: "Draft", published: "Published", archived: "Archived" } as const;
const CHANGED = [["admin", "posts"]] as const;

type AddFormProps = { id: string; taken: readonly string[]; onClose(): void };

function AddForm({ id, taken, onClose }: AddFormProps) {
  const navigate = useNavigate();
  const options = OPTIONS.filter(({ value }) => !taken.includes(value));
  const [language, setLanguage] = useState<Language | undefined>(options[0]?.value);
  const adding = useAdminMutation({
    call: (json: { language: Language }) => body(adminApi.posts[":id"].translations.$post({ param: { id }, query: {}, json })),
    success: "Translation added",
    failure: (message) => `Failed to add the translation: ${message}`,
    invalidates: CHANGED,
  });
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (adding.isPending || !language) return;
    adding.mutate({ language }, { onSuccess: (post) => void navigate(adminRoutes.editPost(post.id)) });
  };
  return (
    <form className="translation-form" onSubmit={add}>
      <SelectField
        label="Language of the translation"
        name="translation_language"
        value={language}
        options={options}
        hint="A draft with the text as it is saved here, to be written over, and the same category, tags and image"
        onChange={({ target }) => setLanguage(target.value as Language)}
      />
      <div className="review-actions">
        <button type="submit" className="small-button" aria-disabled={adding.isPending ? true : undefined}>
          {adding.isPending ? "Adding..." : "Add"}
        </button>
        <button type="button" className="small-button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}

type TranslationsProps = { id: string; translations: AdminPost["translations"]; taken: readonly string[] };

function Translations({ id: ofPost, translations, taken }: TranslationsProps) {
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      {translations.length > 0 ? (
        <ul className="translation-list" aria-label="Translations">
          {translations.map(({ id, language, title, status }) => (
            <li key={id}>
              <PageLink className="text-link" to={adminRoutes.editPost(id)}>
                {languageName(language)}
              </PageLink>
              <span className="field-hint">
                {STATUSES[status]}
                {" · "}
                <span dir="auto" lang={language}>
                  {title}
                </span>
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {isAdding ? (
        <AddForm id={ofPost} taken={taken} onClose={() => setAdding(false)} />
      ) : (
        <button type="button" className="small-button translation-add" onClick={() => setAdding(true)}>
          Add a translation
        </button>
      )}
    </>
  );
}

type LanguagePanelProps = Pick<FieldsProps, "values" | "errorOf" | "onChange"> & {
  /** null until the post is stored */
  id: string | null;
  translations: AdminPost["translations"];
};

/** The language is saved with the text; the versions in other languages are posts of their own. */
export function LanguagePanel({ id, translations, values, errorOf, onChange }: LanguagePanelProps) {
  const { language: ofSite = DEFAULT_LANGUAGE } = useSite();
  const inherited = { value: "", label: `The site’s language: ${languageName(ofSite)}` };
  // A post with translations names its language.
  const options = translations.length > 0 && values.language ? OPTIONS : [inherited, ...OPTIONS];
  return (
    <section className="editor-panel" aria-label={values.kind === "page" ? "Language" : "Language and translations"}>
      <SelectField
        label="Language"
        name="language"
        value={values.language ?? ""}
        options={options}
        error={errorOf("language")}
        onChange={({ target }) => onChange({ language: (target.value || null) as Language | null })}
      />
      {id === null || values.kind === "page" ? null : (
        <Translations
          id={id}
          translations={translations}
          taken={[values.language ?? ofSite, ...translations.map(({ language }) => language)]}
        />
      )}
    </section>
  );
}
