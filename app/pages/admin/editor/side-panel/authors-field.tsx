import { COAUTHORS_MAX } from "../../../../domain/posts/edit-rules.ts";
import type { AdminPost } from "../../../../domain/posts/post-shapes.ts";
import { SelectField } from "../../../../ui/form/described-fields.tsx";
import { usePersonName } from "../../frame/person-name.ts";
import { SortableList } from "../../frame/sortable-list.tsx";

export type PostAuthor = NonNullable<AdminPost["author"]>;

type AuthorsFieldProps = {
  /** in their order */
  authors: PostAuthor[];
  /** who may write */
  known: readonly PostAuthor[];
  defaultAuthor: string;
  onChange(authors: PostAuthor[]): void;
};

/** One author as a choice, several as a list with an order. */
export function AuthorsField({ authors, known, defaultAuthor, onChange }: AuthorsFieldProps) {
  const nameOf = usePersonName();
  const optionsOf = (users: readonly PostAuthor[]) => users.map((user) => ({ value: user.id, label: nameOf(user) }));
  const all = [...authors, ...known.filter(({ id }) => !authors.some((author) => author.id === id))];
  const find = (id: string) => all.filter((user) => user.id === id);
  const others = all.slice(authors.length);
  return (
    <>
      {authors.length > 1 ? (
        <fieldset className="post-authors">
          <legend>Authors</legend>
          <SortableList<PostAuthor & { key: string }>
            name="Authors"
            items={authors.map((author) => ({ ...author, key: author.id }))}
            nameOf={nameOf}
            onChange={(items) => onChange(items.map(({ key: _, ...author }) => author))}
          >
            {(author) => <span className="post-author">{nameOf(author)}</span>}
          </SortableList>
        </fieldset>
      ) : (
        <SelectField
          label="Author"
          name="author_id"
          value={authors[0]?.id ?? ""}
          options={[{ value: "", label: defaultAuthor }, ...optionsOf(all)]}
          onChange={({ target }) => onChange(find(target.value))}
        />
      )}
      {authors.length > 0 && authors.length <= COAUTHORS_MAX && others.length > 0 ? (
        <SelectField
          label="Another author"
          name="coauthor"
          value=""
          options={[{ value: "", label: "Add an author..." }, ...optionsOf(others)]}
          onChange={({ target }) => onChange([...authors, ...find(target.value)])}
        />
      ) : null}
    </>
  );
}
