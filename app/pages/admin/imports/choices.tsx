import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Import, ImportOptions } from "../../../domain/imports/import.ts";
import { Checkbox, SelectField } from "../../../ui/form/described-fields.tsx";
import { categoriesQuery } from "../categories/queries.ts";
import { useDates } from "../frame/dates.tsx";
import { FocusKeepingButton } from "../frame/focus-keeping-button.tsx";
import { heirsQuery } from "../users/queries.ts";
import { chooseOptions } from "./queries.ts";
import { useImportMutation } from "./use-import-mutation.ts";

const figures = new Intl.NumberFormat("en-US");

const STATUSES = [
  { value: "original", label: "As in the file" },
  { value: "drafts", label: "All as drafts" },
];
const PAGES = [
  { value: "pages", label: "Pages of this site" },
  { value: "articles", label: "Articles outside lists and feeds" },
  { value: "drafts", label: "Drafts" },
  { value: "skip", label: "Leave them out" },
];

const UNDATED = [
  { value: "drafts", label: "Drafts" },
  { value: "unlisted", label: "Articles outside lists and feeds" },
  { value: "published", label: "Articles of today" },
];
const LANGUAGES = [
  { value: "all", label: "Like the main language" },
  { value: "drafts", label: "Drafts" },
  { value: "skip", label: "Leave them out" },
];

type Choose = (patch: Partial<ImportOptions>) => void;
type ChoiceProps = { of: Import; chosen: ImportOptions; choose: Choose };

function SameBlog({ of, chosen, choose }: ChoiceProps) {
  const { day } = useDates();
  if (!of.same_as && chosen.blog === "recognized") return null;
  const hint = of.same_as
    ? `It is the blog of ${of.same_as.name}, imported on ${day(of.same_as.imported_at)}. Posts that are already here are updated, not added again.`
    : "Previously imported posts aren’t updated.";
  return (
    <SelectField
      label="Blog"
      name="blog"
      value={chosen.blog}
      options={[
        { value: "recognized", label: "The same as before" },
        { value: "another", label: "Another blog" },
      ]}
      hint={hint}
      onChange={({ target }) => choose({ blog: target.value as ImportOptions["blog"] })}
    />
  );
}

function Languages({ of, chosen, choose }: ChoiceProps) {
  if (of.languages.length < 2) return null;
  const main = of.languages.find(({ is_main }) => is_main)?.code ?? "";
  return (
    <>
      <SelectField
        label="Main language"
        name="language"
        value={chosen.language ?? main}
        options={of.languages.map(({ code, texts }) => ({
          value: code,
          label: `${code || "Not named"} (${figures.format(texts)})`,
        }))}
        onChange={({ target }) => choose({ language: target.value })}
      />
      <SelectField
        label="Other languages"
        name="other_languages"
        value={chosen.other_languages}
        options={LANGUAGES}
        onChange={({ target }) => choose({ other_languages: target.value as ImportOptions["other_languages"] })}
      />
    </>
  );
}

function Folders({ of, chosen, choose }: ChoiceProps) {
  if (of.folders.length < 2) return null;
  const recognized = of.folders.filter(({ is_chosen }) => is_chosen).map(({ path }) => path);
  const folders = new Set(chosen.folders ?? recognized);
  const toggle = (path: string) => {
    const next = new Set(folders);
    if (!next.delete(path)) next.add(path);
    choose({ folders: [...next] });
  };
  return (
    <fieldset className="import-folders">
      <legend>Folders with posts</legend>
      {of.folders.map(({ path, texts }) => (
        <Checkbox
          key={path}
          label={`${path || "Top folder"} (${figures.format(texts)})`}
          checked={folders.has(path)}
          onChange={() => toggle(path)}
        />
      ))}
    </fieldset>
  );
}

/** The options of an import as they are chosen on the screen. `apply` stores them, and the file is checked again. */
function useChoices(of: Import, onDirty: (isDirty: boolean) => void) {
  const [patch, setPatch] = useState<Partial<ImportOptions>>({});
  const check = useImportMutation(chooseOptions, "The file is checked again");
  const chosen = { ...of.options, ...patch };
  const choose: Choose = (more) => {
    const next = { ...patch, ...more };
    setPatch(next);
    onDirty(JSON.stringify({ ...of.options, ...next }) !== JSON.stringify(of.options));
  };
  const isDirty = JSON.stringify(chosen) !== JSON.stringify(of.options);
  const apply = () =>
    // The form is gone by then, because the file is being checked.
    check.mutateAsync({ id: of.id, options: chosen }).then(
      () => {
        setPatch({});
        onDirty(false);
      },
      // The toast says why.
      () => {},
    );
  return { chosen, choose, isDirty, isBusy: check.isPending, apply };
}

function Undated({ of, chosen, choose }: ChoiceProps) {
  if (of.kind !== "markdown") return null;
  return (
    <SelectField
      label="Posts without a date"
      name="undated"
      value={chosen.undated}
      options={UNDATED}
      hint="Where other posts have one."
      onChange={({ target }) => choose({ undated: target.value as ImportOptions["undated"] })}
    />
  );
}

export function Choices({ of, onDirty }: { of: Import; onDirty(isDirty: boolean): void }) {
  const { data: admins } = useQuery(heirsQuery());
  const { data: categories } = useQuery(categoriesQuery({ search: "" }));
  const { chosen, choose, isDirty, isBusy, apply } = useChoices(of, onDirty);
  return (
    <section className="import-choices" aria-label="Choices">
      <div className="import-choice-fields">
        <SameBlog of={of} chosen={chosen} choose={choose} />
        <SelectField
          label="Author"
          name="author_id"
          value={chosen.author_id ?? ""}
          options={[
            { value: "", label: "As in the file" },
            ...(admins?.items ?? []).map(({ id, full_name, email }) => ({ value: id, label: full_name || email || id })),
          ]}
          onChange={({ target }) => choose({ author_id: target.value || null })}
        />
        <SelectField
          label="Status"
          name="status"
          value={chosen.status}
          options={STATUSES}
          onChange={({ target }) => choose({ status: target.value as ImportOptions["status"] })}
        />
        <SelectField
          label="Category of posts without one"
          name="category_id"
          value={chosen.category_id ?? ""}
          options={[
            { value: "", label: "None" },
            ...(categories?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={({ target }) => choose({ category_id: target.value || null })}
        />
        <SelectField
          label="Pages"
          name="pages"
          value={chosen.pages}
          options={PAGES}
          onChange={({ target }) => choose({ pages: target.value as ImportOptions["pages"] })}
        />
        <Undated of={of} chosen={chosen} choose={choose} />
        <Languages of={of} chosen={chosen} choose={choose} />
      </div>
      <Folders of={of} chosen={chosen} choose={choose} />
      {isDirty ? (
        <div className="import-buttons">
          <FocusKeepingButton className="button button-solid" isDisabled={isBusy} onClick={() => void apply()}>
            Check again with these choices
          </FocusKeepingButton>
          <span className="import-note">The file is checked again before you can start the import.</span>
        </div>
      ) : null}
    </section>
  );
}
