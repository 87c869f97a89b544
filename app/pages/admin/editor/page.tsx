import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useParams, useSearchParams } from "react-router";
import { adminRoutes } from "../../../admin-routes.ts";
import { useAuth } from "../../../browser/auth/state.ts";
import type { CategoryRef } from "../../../domain/categories/category.ts";
import { SHIPPED_PAGES, type ShippedPage } from "../../../domain/posts/pages/page-rules.ts";
import type { PostKind } from "../../../domain/posts/post-rules.ts";
import type { AdminPost } from "../../../domain/posts/post-shapes.ts";
import type { StagedEdit } from "../../../domain/posts/staged-edits/staged-edit.ts";
import { Spinner } from "../../../ui/form/spinner.tsx";
import { messageOf } from "../../account/frame/failure.ts";
import { useSite } from "../../data.ts";
import { UnlistedTitle } from "../../public/meta.tsx";
import { PageLink } from "../../public/page-link.tsx";
import { AdminPage } from "../frame/admin-page.tsx";
import { EmptyState } from "../frame/query-view.tsx";
import { useLeaveWarning } from "../frame/unsaved-changes.tsx";
import { ConflictDialog } from "./conflict-dialog.tsx";
import type { PostValues } from "./form-input.ts";
import { Notices } from "./notices.tsx";
import { NOTHING } from "./post-values.ts";
import { Preview } from "./preview.tsx";
import { categoryNamesQuery, editedPostQuery, shippedTextQuery } from "./queries.ts";
import { SaveBar, SIDES, type Tab } from "./save-bar.tsx";
import type { Session } from "./session/create-session.ts";
import type { SessionState } from "./session/reduce-session.ts";
import { useBrowserCopy, useSession } from "./session/use-session.ts";
import { type PanelTab, PanelToggle, usePanel } from "./side-panel/side-panel.tsx";
import { Tabs, tabIds } from "./tabs.tsx";
import { PAGE, SCREEN } from "./texts.ts";
import { UnfinishedPosts } from "./unfinished.tsx";
import { WritingTab } from "./writing-tab.tsx";

type PostFormProps = {
  post: AdminPost | null;
  /** what a new one begins with */
  begun?: PostValues;
  /** changes of it that wait to be saved */
  edit: StagedEdit | null;
  author: string | null;
  onCreated(id: string): void;
};

/** The fields that aren't on the paper, by the tab of the panel that has them. */
const tabOf = (field: keyof PostValues | ""): PanelTab | null =>
  ["title", "description", "content", ""].includes(field) ? null : "post";

/** The screen's name. */
const titleOf = (kind: PostKind, isNew: boolean): string =>
  kind === "page" ? (isNew ? PAGE.create : PAGE.edit) : isNew ? SCREEN.create : SCREEN.edit;

/** Reports the id that a new post got when it was first saved. */
function useCreated(session: Session, created: string | null, onCreated: (id: string) => void): void {
  useEffect(() => {
    if (created === null) return;
    onCreated(created);
    session.dispatch({ type: "moved" });
  }, [created, session, onCreated]);
}

/** The side of the post that is shown. `turn` shows the other one, `follow` leads to a field. */
function useSides(session: Session, show: (tab: PanelTab) => void) {
  const [tab, setTab] = useState<Tab>("edit");
  const turn = (next: Tab) => {
    session.flush();
    setTab(next);
  };
  const follow = useCallback(
    (field: keyof PostValues | "" = "") => {
      setTab("edit");
      const wanted = tabOf(field);
      if (wanted) show(wanted);
    },
    [show],
  );
  return { tab, turn, follow };
}

function TabPanel({ name, shown, children }: { name: Tab; shown: Tab; children: ReactNode }) {
  const { panel, tab } = tabIds(name);
  return (
    <div role="tabpanel" id={panel} aria-labelledby={tab} hidden={shown !== name}>
      {children}
    </div>
  );
}

type PostPreviewProps = Pick<PostFormProps, "post" | "author"> & { state: SessionState; categories: CategoryRef[] };

/** How the post will look to readers. */
function PostPreview({ state: { values, stored }, post, author, categories }: PostPreviewProps) {
  return (
    <Preview
      values={values}
      surroundings={{
        id: stored.id ?? "new",
        category: categories.find(({ id }) => id === values.category_id) ?? null,
        author: post ? (post.author?.full_name ?? null) : author,
        publishedAt: post?.published_at ?? null,
      }}
    />
  );
}

type ConflictProps = { session: Session; state: SessionState; categories: CategoryRef[]; keepDate: boolean };

/** The choice between both versions, once someone else has saved the post. */
function Conflict({ session, state: { stored, values, conflict, saving }, categories, keepDate }: ConflictProps) {
  if (!conflict) return null;
  return (
    <ConflictDialog
      base={stored.values}
      mine={values}
      theirs={conflict}
      categoryName={(id) => categories.find((category) => category.id === id)?.name ?? ""}
      isBusy={saving !== null}
      onClose={() => session.dispatch({ type: "conflict closed" })}
      onSave={(merged) => session.saveMerged(merged, keepDate)}
    />
  );
}

/** A post as it is written: its fields, its article, how it will look, and what keeps it from being saved. */
function PostForm({ post, begun, edit: staged, author, onCreated }: PostFormProps) {
  const [keepDate, setKeepDate] = useState(useSite().keepsDates ?? false);
  const [uploads, setUploads] = useState(0);
  const { session, state } = useSession(post, staged, begun);
  const { values, stored, created } = state;
  const isNew = stored.id === null;
  useLeaveWarning(uploads > 0 && created === null);
  const { keepTyped, ...copy } = useBrowserCopy(session, state);
  useCreated(session, created, onCreated);
  const { data: categories } = useQuery(categoryNamesQuery());
  const names = categories?.items ?? [];
  const panel = usePanel();
  const { tab, turn, follow } = useSides(session, panel.show);
  const title = titleOf(values.kind, isNew);

  return (
    <div className="editor-screen post-form">
      <UnlistedTitle title={title} />
      <SaveBar
        state={state}
        uploads={uploads}
        title={title}
        onSave={(status) => void session.save({ status, keepDate })}
        onSaveKey={() => void session.saveByKey(keepDate)}
      >
        {isNew && values === NOTHING ? <UnfinishedPosts onTakeUp={session.continueUnfinished} /> : null}
        <Tabs label={values.kind === "page" ? SCREEN.page : SCREEN.post} tabs={SIDES} tab={tab} onChange={turn} />
        {tab === "edit" ? <PanelToggle isOpen={panel.isOpen} /> : null}
      </SaveBar>
      <div className="editor-notices">
        <Notices session={session} state={state} categories={names} onFollow={follow} {...copy} />
      </div>
      <TabPanel name="edit" shown={tab}>
        <WritingTab
          post={post}
          session={session}
          state={state}
          panel={panel}
          categories={names}
          keepDate={keepDate}
          onKeepDate={setKeepDate}
          onTyped={keepTyped}
          onUploads={setUploads}
          onFollow={follow}
        />
      </TabPanel>
      <TabPanel name="preview" shown={tab}>
        {tab === "preview" ? <PostPreview state={state} post={post} author={author} categories={names} /> : null}
      </TabPanel>
      <Conflict session={session} state={state} categories={names} keepDate={keepDate} />
    </div>
  );
}

const BackToPosts = () => (
  <PageLink className="button" to={adminRoutes.posts()}>
    Back to Posts
  </PageLink>
);

const BackOrToTrash = () => (
  <p className="form-buttons">
    <BackToPosts />
    <PageLink className="button" to={adminRoutes.trash("post")}>
      {SCREEN.openTrash}
    </PageLink>
  </p>
);

/** An existing post, once it is there. */
function LoadedPost({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(editedPostQuery(id));
  if (data) return <PostForm post={data.post} edit={data.edit} author={null} onCreated={() => {}} />;
  if (!error) return <Spinner label={SCREEN.loading} />;
  const { status } = error as { status?: number };
  // 400: the address contains no valid id.
  if (status === 404 || status === 400) {
    return (
      <AdminPage title={SCREEN.edit}>
        <EmptyState title="Post not found" hint={SCREEN.mayBeDeleted} action={<BackOrToTrash />} />
      </AdminPage>
    );
  }
  return (
    <AdminPage title={SCREEN.edit}>
      <div className="empty-state" role="alert">
        <h2>Error loading post</h2>
        <p>{messageOf(error, SCREEN.unreachable)}</p>
        <button type="button" className="button" onClick={() => void refetch()}>
          Try Again
        </button>
      </div>
    </AdminPage>
  );
}

/** For the address of an edited post without the post. */
export const MissingPost = () => (
  <AdminPage title={SCREEN.edit}>
    <EmptyState title="Post ID is missing" action={<BackToPosts />} />
  </AdminPage>
);

/** A new page, once the text of the page that it replaces is there. */
function NewPage(props: Pick<PostFormProps, "author" | "onCreated">) {
  const [params] = useSearchParams();
  // Kept, because the form stays when the first save leads to the page's own address.
  const [replaced] = useState<ShippedPage | undefined>(() => SHIPPED_PAGES.find((name) => name === params.get("slug")));
  const { data: content } = useQuery(shippedTextQuery(replaced));
  if (content === undefined) return <Spinner label={SCREEN.loading} />;
  const title = replaced ? `${replaced[0]?.toUpperCase()}${replaced.slice(1)}` : "";
  return (
    <PostForm post={null} edit={null} begun={{ ...NOTHING, kind: "page", title, slug: replaced ?? "", content }} {...props} />
  );
}

/**
 * The same screen creates and edits posts and pages: after the first save, a new post moves to its own address and the cursor stays where it
 * was.
 */
export function PostEditor() {
  const { id } = useParams();
  const navigate = useNavigate();
  const { person } = useAuth();
  const { pathname } = useLocation();
  /** the post that was created here, and how many forms for new posts there have been */
  const made = useRef<string | null>(null);
  const forms = useRef(0);
  /** whether the last new one was a page */
  const isPage = useRef(false);
  if (id === undefined) isPage.current = pathname === adminRoutes.createPage();
  if (id === undefined && made.current !== null) {
    made.current = null;
    forms.current += 1;
  }
  if (id !== undefined && id !== made.current) return <LoadedPost key={id} id={id} />;
  const onCreated = (created: string) => {
    made.current = created;
    void navigate(adminRoutes.editPost(created), { replace: true });
  };
  const key = `new ${isPage.current ? "page" : "post"} ${forms.current}`;
  const author = person?.name || null;
  if (isPage.current) return <NewPage key={key} author={author} onCreated={onCreated} />;
  return <PostForm key={key} post={null} edit={null} author={author} onCreated={onCreated} />;
}
