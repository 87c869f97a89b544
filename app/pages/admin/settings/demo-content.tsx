import { useQuery } from "@tanstack/react-query";
import { type DemoContent as Counts, hasDemo } from "../../../domain/demo/demo-rules.ts";
import { AdminPage } from "../frame/admin-page.tsx";
import { FocusKeepingButton } from "../frame/focus-keeping-button.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useConfirm } from "../frame/use-confirm.tsx";
import { demoQuery, removeDemo } from "./queries.ts";

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
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

function alsoGone({ edited_posts, other_comments }: Counts): string {
  const edited =
    edited_posts > 0 ? ` ${edited_posts} of these articles ${edited_posts === 1 ? "has" : "have"} been edited since then.` : "";
  const others =
    other_comments > 0
      ? ` ${many(other_comments, "comment")} that real people wrote on demo articles ${other_comments === 1 ? "goes" : "go"} with them.`
      : "";
  return edited + others;
}

function DemoPanel() {
  const confirm = useConfirm();
  const { data: demo } = useQuery(demoQuery);
  const { mutate, isPending } = useAdminMutation<void, void>({
    call: removeDemo,
    success: "Demo content removed",
    failure: (message) => `Failed to remove the demo content: ${message}`,
    // Articles, accounts, comments, tags, texts: almost every screen shows something of it.
    invalidates: [[]],
  });
  if (!demo) return null;
  const ask = async () => {
    const text = `This removes ${listed(demo)}.${alsoGone(demo)} Everything you created stays, and so do the categories. This action cannot be undone.`;
    if (await confirm({ title: "Remove demo content?", text, action: "Remove demo content", tone: "danger" })) mutate();
  };
  return (
    <section className="setting-group demo-content" aria-label="Demo content">
      {hasDemo(demo) ? (
        <>
          <p>The site came with {listed(demo)}.</p>
          <FocusKeepingButton className="button button-danger" isDisabled={isPending} onClick={() => void ask()}>
            {isPending ? "Removing..." : "Remove demo content"}
          </FocusKeepingButton>
        </>
      ) : (
        <p>There is no demo content. Everything here is yours.</p>
      )}
    </section>
  );
}

export const DemoContent = () => (
  <AdminPage title="Demo content" lead="What the site came with." width="narrow">
    <DemoPanel />
  </AdminPage>
);
