import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AuthorLink, AuthorProfile } from "../../../domain/authors/author.ts";
import { AUTHOR_LIMITS, LINKS_MAX } from "../../../domain/authors/author-rules.ts";
import { MENU_ADDRESS_MAX } from "../../../domain/navigation/navigation-rules.ts";
import { BIO_MAX } from "../../../domain/users/user-rules.ts";
import { routes } from "../../../routes.ts";
import { TextArea, Toggle } from "../../../ui/form/described-fields.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { FormAlert, SubmitButton, useForm } from "../../../ui/form/use-form.tsx";
import { useSite } from "../../data.ts";
import { serverProblems } from "../frame/form-problems.ts";
import { AddRowButton, SortableList } from "../frame/sortable-list.tsx";
import { useLeaveWarning } from "../frame/unsaved-changes.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { ImageField } from "../media/image-field.tsx";
import { CHANGED_USERS } from "../users/queries.ts";
import { authorQuery, saveAuthor } from "./queries.ts";

type LinkValues = AuthorLink & { key: string };
type FormValues = Pick<AuthorProfile, "bio" | "has_page" | "picture"> & { slug: string; links: LinkValues[] };

const valuesOf = ({ bio, slug, has_page, picture, links }: AuthorProfile): FormValues => ({
  ...{ bio, slug: slug ?? "", has_page, picture },
  links: links.map((link) => ({ ...link, key: crypto.randomUUID() })),
});

const changeOf = ({ bio, slug, has_page, picture, links }: FormValues) => ({
  ...{ bio, has_page, picture, ...(slug !== "" && { slug }) },
  links: links.map(({ label, url }) => ({ label, url })),
});

type LinksProps = { links: LinkValues[]; errorOf(name: string): string | undefined; onChange(links: LinkValues[]): void };

function Links({ links, errorOf, onChange }: LinksProps) {
  const change = (key: string, patch: Partial<AuthorLink>) =>
    onChange(links.map((link) => (link.key === key ? { ...link, ...patch } : link)));
  return (
    <fieldset className="author-links-field">
      <legend>Links</legend>
      <SortableList name="Links" items={links} nameOf={({ label }) => label || "the new link"} onChange={onChange}>
        {({ key, label, url }, index) => (
          <>
            <Field
              label="Label"
              name={`links.${index}.label`}
              value={label}
              maxLength={AUTHOR_LIMITS.label}
              autoComplete="off"
              placeholder="Mastodon"
              error={errorOf(`links.${index}.label`)}
              onChange={({ target }) => change(key, { label: target.value })}
            />
            <Field
              label="URL"
              name={`links.${index}.url`}
              value={url}
              maxLength={MENU_ADDRESS_MAX}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              placeholder="https://…"
              error={errorOf(`links.${index}.url`)}
              onChange={({ target }) => change(key, { url: target.value })}
            />
          </>
        )}
      </SortableList>
      {links.length < LINKS_MAX ? (
        <AddRowButton onAdd={() => onChange([...links, { key: crypto.randomUUID(), label: "", url: "" }])}>Add link</AddRowButton>
      ) : (
        <p className="field-hint">{`There can be at most ${LINKS_MAX} links.`}</p>
      )}
    </fieldset>
  );
}

/** @param id of the user; without one, it is the own profile */
function useAuthorForm(id: string | undefined, profile: AuthorProfile) {
  const queryClient = useQueryClient();
  const [stored, setStored] = useState(profile);
  const [values, setValues] = useState(() => valuesOf(profile));
  const edit = (patch: Partial<FormValues>) => setValues((before) => ({ ...before, ...patch }));
  useLeaveWarning(JSON.stringify(changeOf(values)) !== JSON.stringify(changeOf(valuesOf(stored))));
  const save = useAdminMutation({ call: saveAuthor, success: "Author page saved", invalidates: CHANGED_USERS });
  const state = useForm(async () => {
    try {
      const saved = await save.mutateAsync({ id, change: changeOf(values) });
      setStored(saved);
      setValues(valuesOf(saved));
      queryClient.setQueryData(authorQuery(id).queryKey, saved);
      return undefined;
    } catch (error) {
      return serverProblems(error, (message) => `Failed to save the author page: ${message}`, { field: "slug" });
    }
  });
  return { values, edit, state, formerSlugs: stored.former_slugs };
}

type SlugFieldProps = Pick<ReturnType<typeof useAuthorForm>, "values" | "edit" | "state" | "formerSlugs">;

function SlugField({ values: { slug }, edit, state, formerSlugs }: SlugFieldProps) {
  const site = useSite();
  return (
    <>
      <Field
        label="Slug"
        name="slug"
        hint={slug === "" ? "Made from the name when the first article is published." : site.url + routes.author(slug)}
        value={slug}
        maxLength={AUTHOR_LIMITS.slug}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        readOnly={state.isBusy}
        error={state.errorOf("slug")}
        onChange={({ target }) => edit({ slug: target.value })}
      />
      {formerSlugs.length > 0 ? <p className="field-hint">{`Former slugs lead to it, too: ${formerSlugs.join(", ")}.`}</p> : null}
    </>
  );
}

export function AuthorForm({ id, profile }: { id: string | undefined; profile: AuthorProfile }) {
  const form = useAuthorForm(id, profile);
  const { values, edit, state } = form;
  return (
    <form {...state.form} className="form author-form">
      <FormAlert message={state.message} />
      <Toggle
        label="Page for readers"
        hint="Bylines and the sitemap link to it. It lists the author’s articles and has feeds of its own."
        name="has_page"
        checked={values.has_page}
        onChange={({ target }) => edit({ has_page: target.checked })}
      />
      <ImageField
        label="Image"
        hint="Shown round. JPEG, PNG, WebP, AVIF or GIF. The focal point of the media library stays in view."
        name="picture"
        isDecorative
        url={values.picture}
        alt=""
        error={state.errorOf("picture")}
        onChange={({ url: picture }) => edit({ picture })}
      />
      <TextArea
        label="Bio"
        name="bio"
        hint="Also under articles. Web addresses become links; a blank line begins a paragraph."
        value={values.bio}
        maxLength={BIO_MAX}
        readOnly={state.isBusy}
        error={state.errorOf("bio")}
        onChange={({ target }) => edit({ bio: target.value })}
      />
      <Links links={values.links} errorOf={state.errorOf} onChange={(links) => edit({ links })} />
      <SlugField {...form} />
      <SubmitButton state={state} label="Save" busyLabel="Saving..." />
    </form>
  );
}
