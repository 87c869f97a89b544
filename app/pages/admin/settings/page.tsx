import { useQuery } from "@tanstack/react-query";
import { type DemoContent as Counts, hasDemo } from "../../../domain/demo/demo-rules.ts";
import { AdminPage } from "../frame/admin-page.tsx";
import { FocusKeepingButton } from "../frame/focus-keeping-button.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useConfirm } from "../frame/use-confirm.tsx";
import { demoQuery, removeDemo, settingsQuery } from "./queries.ts";
import { SectionList } from "./section-list.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { DEMO_DATA, FORM } from "./texts.ts";

const figures = new Intl.NumberFormat("en-US");
const many = (count: number, one: string, more = `${one}s`) => `${figures.format(count)} ${count === 1 ? one : more}`;

/** The counts as a sentence: "14 articles, 12 comments and 5 users". */
function listed({ posts, comments, users, likes, views, visits, tags }: Counts): string {
  const parts = [
    many(posts, "article"),
    many(comments, "comment"),
    many(users, "user"),
    many(likes, "like"),
    many(views, "view"),
    many(visits, "visit"),
    many(tags, "tag"),
  ];
  return DEMO_DATA.listOf(parts.slice(0, -1).join(", "), parts.at(-1));
}

/** What else would be deleted, although people have added or changed it. */
function alsoGone({ edited_posts, other_comments }: Counts): string {
  const edited = edited_posts > 0 ? DEMO_DATA.editedArticles(edited_posts, edited_posts === 1 ? "has" : "have") : "";
  const others =
    other_comments > 0 ? DEMO_DATA.readersComments(many(other_comments, "comment"), other_comments === 1 ? "goes" : "go") : "";
  return edited + others;
}

/** Removes the demo content. */
function DemoContent() {
  const confirm = useConfirm();
  const { data: demo } = useQuery(demoQuery);
  const { mutate, isPending } = useAdminMutation<void, void>({
    call: removeDemo,
    success: DEMO_DATA.removed,
    failure: (message) => DEMO_DATA.removeFailed(message),
    // Articles, accounts, comments, tags, texts: almost every screen shows something of it.
    invalidates: [[]],
  });
  if (!demo) return null;
  const ask = async () => {
    const text = DEMO_DATA.removeText(listed(demo), alsoGone(demo));
    if (await confirm({ title: DEMO_DATA.removeTitle, text, action: "Remove demo content", tone: "danger" })) mutate();
  };
  return (
    <section className="setting-group demo-content" aria-labelledby="settings-demo">
      <h2 id="settings-demo" tabIndex={-1}>
        {DEMO_DATA.title}
      </h2>
      {hasDemo(demo) ? (
        <>
          <p>{DEMO_DATA.siteCame(listed(demo))}</p>
          <FocusKeepingButton className="button button-danger" isDisabled={isPending} onClick={() => void ask()}>
            {isPending ? DEMO_DATA.removing : DEMO_DATA.remove}
          </FocusKeepingButton>
        </>
      ) : (
        <p>{DEMO_DATA.none}</p>
      )}
    </section>
  );
}

/** The screen of all settings and the texts of the site's own pages. */
export function Settings() {
  const query = useQuery(settingsQuery);
  return (
    <AdminPage title={FORM.title} lead={FORM.lead}>
      <QueryView query={query} noun="settings">
        {(stored) => (
          <div className="settings">
            <SectionList />
            <div>
              <SettingsForm stored={stored} />
              <DemoContent />
            </div>
          </div>
        )}
      </QueryView>
    </AdminPage>
  );
}
