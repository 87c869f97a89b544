import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { pathTo } from "../../../../base-path.ts";
import { adminApi } from "../../../../browser/auth/admin-api.ts";
import { POST_STATUSES, type PostStatus } from "../../../../domain/posts/post-rules.ts";
import type { AdminPost } from "../../../../domain/posts/post-shapes.ts";
import { body } from "../../../../http/api/admin/client.ts";
import { momentOf, wallTime } from "../../../../platform/time/zone.ts";
import { SelectField, TextArea, Toggle } from "../../../../ui/form/described-fields.tsx";
import { Field } from "../../../../ui/form/field.tsx";
import { useSite } from "../../../data.ts";
import { CreateCategory } from "../../categories/category-dialogs.tsx";
import { useAdminMutation } from "../../frame/use-admin-mutation.ts";
import { ImageField } from "../../media/image-field.tsx";
import { Thumbnail } from "../../media/thumbnail.tsx";
import { heirsQuery } from "../../users/queries.ts";
import { firstPicture } from "../first-picture.ts";
import type { PostValues } from "../form-input.ts";
import type { FieldsProps } from "../main-fields.tsx";
import { pathOf, type StoredPost } from "../post-values.ts";
import type { ChosenDate } from "../session/reduce-session.ts";
import type { Rights } from "../use-rights.ts";
import { AuthorsField } from "./authors-field.tsx";
import { TagsField } from "./tags-field.tsx";

const STATUSES = { draft: "Draft", published: "Published", archived: "Archived" } as const;
const CHANGED = [["admin", "posts"], ["admin", "users"], ["posts"]] as const;

const optionsOf = ({ author, coauthors, comments_open, comments_stay_open, listed }: AdminPost) => ({
  authors: author ? [author, ...coauthors] : [],
  comments_open,
  comments_stay_open,
  listed,
});

/** Who a post is by, whether it takes comments, and whether it is in lists. All are saved at once, apart from the text. */
export function PostOptions({ post, mayChangeAuthor }: { post: AdminPost; mayChangeAuthor: boolean }) {
  const { defaultAuthor, allowComments } = useSite();
  const { data: writers } = useQuery({ ...heirsQuery(), enabled: mayChangeAuthor });
  const [stored, setStored] = useState(() => optionsOf(post));
  const [chosen, setChosen] = useState(stored);
  const change = useAdminMutation({
    call: ({ authors, ...json }: Partial<typeof stored>) => {
      const [first, ...others] = authors ?? [];
      const who = authors && { author_id: first?.id ?? null, coauthors: others.map(({ id }) => id) };
      return body(adminApi.posts[":id"].options.$patch({ param: { id: post.id }, query: {}, json: { ...json, ...who } }));
    },
    success: "Post updated",
    failure: (message) => `Failed to update post: ${message}`,
    invalidates: CHANGED,
  });
  /** Shown at once, and taken back when the server refuses it. */
  const save = (options: Partial<typeof stored>) => {
    setChosen({ ...chosen, ...options });
    change.mutate(options, { onSuccess: (saved) => setStored(optionsOf(saved)), onError: () => setChosen(stored) });
  };
  const isPage = post.kind === "page";
  return (
    <section className="editor-panel" aria-label={isPage ? "Author" : "Author and comments"}>
      {mayChangeAuthor ? (
        <AuthorsField
          authors={chosen.authors}
          known={(writers?.items ?? []).map(({ id, full_name, email }) => ({ id, full_name, email }))}
          defaultAuthor={defaultAuthor}
          onChange={(authors) => save({ authors })}
        />
      ) : null}
      {isPage ? null : (
        <>
          <Toggle
            label="Allow comments"
            checked={chosen.comments_open}
            hint={
              allowComments ? "Saved at once. Existing comments stay." : "Comments are turned off for the whole site in Settings."
            }
            onChange={({ target }) => save({ comments_open: target.checked })}
          />
          {allowComments && chosen.comments_open ? (
            <Toggle
              label="Keep comments open"
              checked={chosen.comments_stay_open}
              hint="Settings can close comments some days after publication. When on, this article’s stay open."
              onChange={({ target }) => save({ comments_stay_open: target.checked })}
            />
          ) : null}
          <Toggle
            label="Show in lists"
            checked={chosen.listed}
            hint="When off, the article is only reachable by its link. For an imprint, create a page."
            onChange={({ target }) => save({ listed: target.checked })}
          />
        </>
      )}
    </section>
  );
}

const STATUS_OPTIONS = POST_STATUSES.map((value) => ({ value, label: STATUSES[value] }));

/** Offers the first picture of the text as the article's picture, as long as it has none. */
function FirstPictureOffer({ values, readValues, onChange }: Pick<SideFieldsProps, "values" | "readValues" | "onChange">) {
  const { content, content_format, featured_image } = values;
  const picture = useMemo(
    () => (featured_image === null ? firstPicture(content, content_format) : null),
    [content, content_format, featured_image],
  );
  if (!picture) return null;
  const { url, alt } = picture;
  const use = () => {
    // With the alternative text that was typed right before the click.
    const latest = readValues();
    const first = firstPicture(latest.content, latest.content_format);
    if (first) onChange({ featured_image: first.url, featured_image_alt: first.alt });
  };
  return (
    <div className="picture-offer">
      <Thumbnail url={url} alt={alt || "The first image in the text"} />
      <button type="button" className="small-button" onClick={use}>
        Use the first image in the text
      </button>
    </div>
  );
}

function SlugHint({ values, isLive }: Pick<SideFieldsProps, "values" | "isLive">) {
  if (values.slug === "")
    return values.kind === "page" ? "Last part of the URL, such as imprint for /imprint" : "Last part of the URL";
  const address = pathTo(pathOf(values));
  if (!isLive) return `Will be published at ${address}`;
  return (
    <>
      Live at{" "}
      <a className="text-link" href={address} target="_blank" rel="noreferrer">
        {address}
      </a>
    </>
  );
}

type DateFieldProps = {
  stored: StoredPost;
  dated: ChosenDate | null;
  error: string | undefined;
  onDated(dated: ChosenDate | null): void;
};

function DateField({ stored, dated, error, onDated }: DateFieldProps) {
  const { timezone } = useSite();
  const { published_at } = stored;
  const before = published_at ? wallTime(new Date(published_at), timezone) : "";
  const change = (wall: string) => onDated(wall === before ? null : { wall, at: momentOf(wall, timezone) });
  return (
    <Field
      type="datetime-local"
      label="Publication date"
      name="published_at"
      value={dated?.wall ?? before}
      hint={published_at ? `Site time zone: ${timezone}` : `Empty: when you publish it. Site time zone: ${timezone}`}
      error={error}
      onChange={({ target }) => change(target.value)}
    />
  );
}

type SideFieldsProps = FieldsProps & {
  rights: Rights;
  stored: StoredPost;
  dated: ChosenDate | null;
  onDated(dated: ChosenDate | null): void;
  categories: readonly { id: string; name: string }[];
  /** whether readers find the post at its slug */
  isLive: boolean;
  /** undefined where there is no date to keep */
  keepDate: boolean | undefined;
  onKeepDate(keep: boolean): void;
  /** the values with what was just typed into the text */
  readValues(): PostValues;
  onSlug(slug: string): void;
};

/** The last choice of the categories, which creates one. No id looks like it. */
const NEW_CATEGORY = "new";

type CategoryFieldProps = FieldsProps & Pick<SideFieldsProps, "categories" | "rights">;

export function CategoryField({ values, isNew, categories, rights, errorOf, onChange }: CategoryFieldProps) {
  const [isMaking, setMaking] = useState(false);
  const options = [
    { value: "", label: isNew ? "Choose a category" : "No category" },
    ...categories.map(({ id, name }) => ({ value: id, label: name })),
    ...(rights.mayCreateCategory ? [{ value: NEW_CATEGORY, label: "+ New category..." }] : []),
  ];
  const choose = (chosen: string) => {
    if (chosen === NEW_CATEGORY) setMaking(true);
    else onChange({ category_id: chosen });
  };
  return (
    <>
      <SelectField
        label="Category"
        isRequired={isNew}
        name="category_id"
        value={values.category_id}
        options={options}
        error={errorOf("category_id")}
        onChange={({ target }) => choose(target.value)}
      />
      {isMaking ? (
        <CreateCategory onCreated={({ id }) => onChange({ category_id: id })} onClose={() => setMaking(false)} />
      ) : null}
    </>
  );
}

function FeaturedImage({ values, readValues, errorOf, onChange }: SideFieldsProps) {
  return (
    <>
      <ImageField
        label="Featured image"
        name="featured_image"
        url={values.featured_image}
        alt={values.featured_image_alt}
        error={errorOf("featured_image")}
        altError={errorOf("featured_image_alt")}
        onChange={({ url, alt }) => onChange({ featured_image: url, featured_image_alt: alt })}
      />
      <FirstPictureOffer values={values} readValues={readValues} onChange={onChange} />
    </>
  );
}

function SlugField({ values, isLive, errorOf, onSlug }: SideFieldsProps) {
  return (
    <Field
      label="Slug"
      isRequired
      name="slug"
      value={values.slug}
      error={errorOf("slug")}
      hint={<SlugHint values={values} isLive={isLive} />}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      onChange={({ target }) => onSlug(target.value)}
    />
  );
}

function PublicationFields(props: SideFieldsProps) {
  const { values, keepDate, errorOf, onChange, onKeepDate } = props;
  return (
    <>
      <SelectField
        label="Status"
        name="status"
        value={values.status}
        options={STATUS_OPTIONS}
        error={errorOf("status")}
        onChange={({ target }) => onChange({ status: target.value as PostStatus })}
      />
      {values.kind === "page" || values.status === "archived" ? null : <DateField {...props} error={errorOf("published_at")} />}
      {keepDate === undefined ? null : (
        <Toggle
          label="Keep the original publication date"
          checked={keepDate}
          hint="Otherwise saving sets the date to now, unless you change it above."
          onChange={({ target }) => onKeepDate(target.checked)}
        />
      )}
    </>
  );
}

export function SideFields(props: SideFieldsProps) {
  const { values, rights, errorOf, onChange } = props;
  const isPage = values.kind === "page";
  return (
    <section className="editor-panel" aria-label={isPage ? "Page settings" : "Post settings"}>
      {isPage ? null : (
        <>
          <CategoryField {...props} />
          <TagsField value={values.tags} error={errorOf("tags")} onChange={(tags) => onChange({ tags })} />
        </>
      )}
      <FeaturedImage {...props} />
      <SlugField {...props} />
      <TextArea
        label="Excerpt"
        name="excerpt"
        hint="A few sentences for feeds and search"
        rows={2}
        value={values.excerpt}
        error={errorOf("excerpt")}
        onChange={({ target }) => onChange({ excerpt: target.value })}
      />
      {rights.mayPublish ? <PublicationFields {...props} /> : null}
      {isPage || !rights.mayEditAny ? null : (
        <Toggle
          label="Featured"
          name="featured"
          checked={values.featured}
          hint="Shown on the home page"
          onChange={({ target }) => onChange({ featured: target.checked })}
        />
      )}
    </section>
  );
}
