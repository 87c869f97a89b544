import { useQuery } from "@tanstack/react-query";
import { adminRoutes } from "../../../admin-routes.ts";
import type { Issue } from "../../../domain/newsletter/newsletter.ts";
import { SelectField, TextArea } from "../../../ui/form/described-fields.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Link } from "../../../ui/link.tsx";
import { categoriesQuery } from "../categories/queries.ts";
import { FocusKeepingButton } from "../frame/focus-keeping-button.tsx";
import type { IssueForm, IssueValues } from "./use-issue-form.ts";

const AUDIENCES = [
  { value: "all", label: "All subscribers" },
  { value: "category", label: "Followers of a category" },
];

/** Who follows all categories follows this one, too. */
function Audience({ values, errorOf, change }: IssueForm) {
  const { data } = useQuery(categoriesQuery({ search: "" }));
  const categories = data?.items ?? [];
  const choose = (audience: IssueValues["audience"]) =>
    change({ audience, category_id: audience === "category" ? (values.category_id ?? categories[0]?.id ?? null) : null });
  return (
    <>
      <SelectField
        label="Goes to"
        name="audience"
        value={values.audience}
        options={categories.length > 0 || values.audience === "category" ? AUDIENCES : AUDIENCES.slice(0, 1)}
        error={errorOf("audience")}
        onChange={({ target }) => choose(target.value as IssueValues["audience"])}
      />
      {values.audience === "category" ? (
        <SelectField
          label="Category"
          name="category_id"
          value={values.category_id ?? ""}
          options={categories.map(({ id, name }) => ({ value: id, label: name }))}
          hint="Subscribers who chose all categories get it, too."
          error={errorOf("category_id")}
          onChange={({ target }) => change({ category_id: target.value })}
        />
      ) : null}
    </>
  );
}

function Content({ issue, form: { values, errorOf, change } }: { issue: Issue; form: IssueForm }) {
  if (issue.post)
    return (
      <p className="issue-note">
        The email is made from the post.{" "}
        <Link className="text-link" to={adminRoutes.editPost(issue.post.id)}>
          Edit the post
        </Link>
      </p>
    );
  if (issue.kind !== "letter") return null;
  return (
    <TextArea
      label="Content"
      name="content"
      hint={issue.content_format === "markdown" ? "Markdown, as in posts." : "HTML, as in posts."}
      rows={14}
      value={values.content}
      error={errorOf("content")}
      onChange={({ target }) => change({ content: target.value })}
    />
  );
}

export function IssueFields({ issue, form }: { issue: Issue; form: IssueForm }) {
  const { values, isDirty, isBusy, errorOf, change, store } = form;
  return (
    <form
      className="issue-form"
      aria-label="Issue"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void store();
      }}
    >
      <Field
        label="Subject"
        name="subject"
        value={values.subject}
        hint={issue.post ? `Empty: the title of the post, “${issue.post.title}”` : undefined}
        error={errorOf("subject")}
        onChange={({ target }) => change({ subject: target.value })}
      />
      <Field
        label="Preview text"
        name="preview_text"
        value={values.preview_text}
        hint={`Many inboxes show it after the subject.${issue.post ? " Empty: the summary of the post" : ""}`}
        error={errorOf("preview_text")}
        onChange={({ target }) => change({ preview_text: target.value })}
      />
      <Audience {...form} />
      <Content issue={issue} form={form} />
      <FocusKeepingButton type="submit" className="button" isDisabled={!isDirty || isBusy}>
        {isBusy ? "Saving..." : isDirty ? "Save" : "Saved"}
      </FocusKeepingButton>
    </form>
  );
}
