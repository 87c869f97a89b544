import { useQuery } from "@tanstack/react-query";
import { adminRoutes } from "../../../admin-routes.ts";
import type { Language } from "../../../domain/settings/language-rules.ts";
import { SelectField } from "../../../ui/form/described-fields.tsx";
import { Link } from "../../../ui/link.tsx";
import type { StoredPost } from "../editor/post-values.ts";
import { FocusKeepingButton } from "../frame/focus-keeping-button.tsx";
import { StateBadge, whoGets } from "./issue-words.tsx";
import { audienceQuery } from "./queries.ts";
import { type PostIssue, useOpenPostIssue } from "./use-post-issue.ts";

const IssueLink = ({ issue: { id, state } }: { issue: NonNullable<PostIssue["issue"]> }) => (
  <p>
    <Link className="text-link" to={adminRoutes.issue(id)}>
      Newsletter issue
    </Link>{" "}
    <StateBadge state={state} />
  </p>
);

/** Whom a post is sent to when it is published. */
export type NewsletterChoice = "" | "all" | "category";

type ChoiceFieldProps = {
  newsletter: PostIssue;
  /** the post's, if it has one */
  category: { id: string; name: string } | undefined;
  /** the post's; null: the site's */
  language: Language | null;
  value: NewsletterChoice;
  onChange(value: NewsletterChoice): void;
};

/** The sentence of the dialog that sends an issue. */
function useGets(choice: NewsletterChoice, { category, language }: Pick<ChoiceFieldProps, "category" | "language">) {
  const category_id = choice === "category" && category ? category.id : null;
  const { data } = useQuery({ ...audienceQuery({ category_id, language }), enabled: choice !== "" });
  return choice === "" || !data ? undefined : whoGets(data.subscribers);
}

/** In the sheet before a post goes live. A post is sent once, so afterwards it is a link. */
export function NewsletterField({ newsletter, category, language, value, onChange }: ChoiceFieldProps) {
  const { isOffered, isReady, issue } = newsletter;
  const gets = useGets(value, { category, language });
  if (!isOffered || issue === undefined) return null;
  if (issue) return <IssueLink issue={issue} />;
  const options = [
    { value: "", label: "No" },
    { value: "all", label: "To all subscribers" },
    ...(category ? [{ value: "category", label: `To followers of ${category.name}` }] : []),
  ];
  return (
    <SelectField
      label="Send as newsletter"
      name="sheet_newsletter"
      value={value}
      options={options}
      disabled={!isReady}
      hint={isReady ? gets : "The newsletter isn’t set up yet. Its screen says what is missing."}
      onChange={({ target }) => onChange(target.value as NewsletterChoice)}
    />
  );
}

/** In the panel of the editor, for a post that is published. */
export function PostNewsletter({ newsletter: { isOffered, issue }, stored }: { newsletter: PostIssue; stored: StoredPost }) {
  const open = useOpenPostIssue();
  const { id, values } = stored;
  if (!isOffered || issue === undefined || id === null || values.status !== "published") return null;
  return (
    <section className="editor-panel post-newsletter" aria-label="Newsletter">
      <h2>Newsletter</h2>
      {issue ? (
        <IssueLink issue={issue} />
      ) : (
        <FocusKeepingButton className="small-button" isDisabled={open.isPending} onClick={() => open.mutate(id)}>
          Send as newsletter...
        </FocusKeepingButton>
      )}
    </section>
  );
}

/** After a post has been published, but its issue hasn't been started. */
export function NewsletterFailure({ newsletter: { failure, issue, dismiss } }: { newsletter: PostIssue }) {
  if (!failure) return null;
  return (
    <div className="form-alert" role="alert">
      <p>The post is saved, but it isn’t sent as a newsletter: {failure}</p>
      <p className="form-buttons">
        {issue ? (
          <Link className="button" to={adminRoutes.issue(issue.id)}>
            Open the issue
          </Link>
        ) : null}
        <button type="button" className="button" onClick={dismiss}>
          Dismiss
        </button>
      </p>
    </div>
  );
}
