import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useCallback, useDeferredValue, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import { adminRoutes } from "../../../admin-routes.ts";
import { useAuth } from "../../../browser/auth/state.ts";
import type { CategoryRef } from "../../../domain/categories/category.ts";
import { SHIPPED_PAGES, type ShippedPage } from "../../../domain/posts/pages/page-rules.ts";
import type { PostKind } from "../../../domain/posts/post-rules.ts";
import type { AdminPost } from "../../../domain/posts/post-shapes.ts";
import { Spinner } from "../../../ui/form/spinner.tsx";
import { messageOf } from "../../account/frame/failure.ts";
import { useApi, useSite } from "../../data.ts";
import { UnlistedTitle } from "../../public/meta.tsx";
import { PageLink } from "../../public/page-link.tsx";
import { AdminPage } from "../frame/admin-page.tsx";
import { EmptyState } from "../frame/query-view.tsx";
import { placeOf, useLeaveWarning } from "../frame/unsaved-changes.tsx";
import { NewsletterFailure } from "../newsletter/post-newsletter.tsx";
import { usePostIssue } from "../newsletter/use-post-issue.ts";
import { useCheck } from "./check/use-check.ts";
import { ConflictDialog } from "./conflict-dialog.tsx";
import type { PostValues } from "./form-input.ts";
import { HandInStrip } from "./hand-in/hand-in-strip.tsx";
import { useHandIn } from "./hand-in/use-hand-in.ts";
import { ChangeRefused, Notices } from "./notices.tsx";
import { NOTHING, type Problem } from "./post-values.ts";
import { Preview } from "./preview.tsx";
import { PublishSheet } from "./publish/publish-sheet.tsx";
import { usePublish } from "./publish/use-publish.ts";
import { categoryNamesQuery, continuedQuery, editedPostQuery, shippedTextQuery } from "./queries.ts";
import { SaveBar, SIDES, type Tab } from "./save-bar.tsx";
import type { Opened, Session } from "./session/create-session.ts";
import type { SessionState } from "./session/reduce-session.ts";
import { useBrowserCopy, useSession } from "./session/use-session.ts";
import { type PanelTab, PanelToggle, usePanel } from "./side-panel/side-panel.tsx";
import { Tabs, tabIds } from "./tabs.tsx";
import { useRights } from "./use-rights.ts";
import { WritingTab } from "./writing-tab.tsx";

type PostFormProps = {
  opened: Opened;
  author: string | null;
  /** called with the form's address once a new post is stored, at first as an unfinished one */
  onStored(address: string): void;
};

/** The fields that aren't on the paper, by the tab of the panel that has them. */
const tabOf = (field: Problem["field"]): PanelTab | null =>
  ["title", "description", "content", ""].includes(field) ? null : "post";

const titleOf = (kind: PostKind, isNew: boolean): string =>
  kind === "page" ? (isNew ? "Create Page" : "Edit Page") : isNew ? "Create Post" : "Edit Post";

/** Reports the address of a new post: that of its first automatic save, by which a reload finds it, and that of the saved post. */
function useStored(
  session: Session,
  { created, stored, draft, values: { kind } }: SessionState,
  onStored: (address: string) => void,
): void {
  const unfinished = stored.id === null && draft.version > 0 ? draft.id : null;
  useEffect(() => {
    if (created !== null) {
      onStored(adminRoutes.editPost(created));
      session.dispatch({ type: "moved" });
    } else if (unfinished !== null) onStored(adminRoutes.continuePost(kind, unfinished));
  }, [created, unfinished, kind, session, onStored]);
}

function useSides(session: Session, show: (tab: PanelTab) => void) {
  const [tab, setTab] = useState<Tab>("edit");
  const turn = (next: Tab) => {
    session.flush();
    setTab(next);
  };
  const follow = useCallback(
    (field: Problem["field"] = "") => {
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

type PostPreviewProps = Pick<PostFormProps, "author"> & {
  post: AdminPost | null;
  state: SessionState;
  categories: CategoryRef[];
};

function PostPreview({ state: { values, stored, dated }, post, author, categories }: PostPreviewProps) {
  return (
    <Preview
      values={values}
      surroundings={{
        id: stored.id ?? "new",
        category: categories.find(({ id }) => id === values.category_id) ?? null,
        author: post ? (post.author?.full_name ?? null) : author,
        publishedAt: dated?.at?.toISOString() ?? stored.published_at ?? null,
      }}
    />
  );
}

type ConflictProps = { session: Session; state: SessionState; categories: CategoryRef[]; keepDate: boolean };

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

function PostForm({ opened, author, onStored }: PostFormProps) {
  const { post } = opened;
  const site = useSite();
  const [keepDate, setKeepDate] = useState(site.keepsDates ?? false);
  const [uploads, setUploads] = useState(0);
  const { session, state } = useSession(opened);
  const { values, stored, created } = state;
  const isNew = stored.id === null;
  useLeaveWarning((uploads > 0 || state.dated !== null) && created === null);
  const { keepTyped, ...copy } = useBrowserCopy(session, state);
  useStored(session, state, onStored);
  const { data: categories } = useQuery(categoryNamesQuery());
  const names = categories?.items ?? [];
  const panel = usePanel();
  const { tab, turn, follow } = useSides(session, panel.show);
  const check = useCheck(stored.id, useDeferredValue(values));
  const publishing = usePublish(session, keepDate);
  const handIn = useHandIn(post, state);
  const rights = useRights(state, handIn.handedIn);
  const newsletter = usePostIssue(stored.id, site.newsletter === true && values.kind === "post" && rights.maySendNewsletter);
  const title = titleOf(values.kind, isNew);
  const shown = rights.isLocked ? "preview" : tab;
  const writing = {
    session,
    state,
    rights,
    categories: names,
    check,
    newsletter,
    keepDate,
    onKeepDate: setKeepDate,
    onFollow: follow,
  };

  return (
    <div className="editor-screen post-form">
      <UnlistedTitle title={title} />
      <SaveBar {...{ session, state, rights, handIn, uploads, title, publishing }}>
        {rights.isLocked ? null : (
          <Tabs label={values.kind === "page" ? "Page" : "Post"} tabs={SIDES} tab={tab} onChange={turn} />
        )}
        {shown === "edit" ? <PanelToggle isOpen={panel.isOpen} /> : null}
      </SaveBar>
      <div className="editor-notices">
        <HandInStrip id={stored.id} session={session} handIn={handIn} />
        {rights.maySave || rights.isLocked ? null : <ChangeRefused />}
        <NewsletterFailure newsletter={newsletter} />
        <Notices {...writing} {...copy} isAsking={publishing.sheet !== null} onChangeTime={() => publishing.openSheet("later")} />
      </div>
      <TabPanel name="edit" shown={shown}>
        <WritingTab {...writing} post={post} panel={panel} onTyped={keepTyped} onUploads={setUploads} />
      </TabPanel>
      <TabPanel name="preview" shown={shown}>
        {shown === "preview" ? <PostPreview state={state} post={post} author={author} categories={names} /> : null}
      </TabPanel>
      <Conflict session={session} state={state} categories={names} keepDate={keepDate} />
      <PublishSheet {...writing} publishing={publishing} />
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
      Open the trash
    </PageLink>
  </p>
);

/** Says that a post couldn't be opened. @param missing what to say if there is none; the address may also contain no valid id (400) */
function NotOpened({ error, missing, onRetry }: { error: Error; missing: ReactNode; onRetry(): void }) {
  const { status } = error as { status?: number };
  if (status === 404 || status === 400) return <AdminPage title="Edit Post">{missing}</AdminPage>;
  return (
    <AdminPage title="Edit Post">
      <div className="empty-state" role="alert">
        <h2>Error loading post</h2>
        <p>{messageOf(error, "The server could not be reached.")}</p>
        <button type="button" className="button" onClick={onRetry}>
          Try Again
        </button>
      </div>
    </AdminPage>
  );
}

function LoadedPost({ id, ...props }: { id: string } & Omit<PostFormProps, "opened">) {
  const { data, error, refetch } = useQuery(editedPostQuery(id));
  if (data) return <PostForm opened={data} {...props} />;
  if (!error) return <Spinner label="Loading..." />;
  const missing = (
    <EmptyState
      title="Post not found"
      hint="It may have been deleted. Deleted posts can be restored from the trash for 30 days."
      action={<BackOrToTrash />}
    />
  );
  return <NotOpened error={error} missing={missing} onRetry={() => void refetch()} />;
}

function ContinuedPost({ id, ...props }: { id: string } & Omit<PostFormProps, "opened">) {
  const { data: unfinished, error, refetch } = useQuery(continuedQuery(id));
  if (unfinished) {
    const begun = { ...NOTHING, kind: unfinished.writing.kind };
    return <PostForm opened={{ post: null, edit: null, begun, unfinished }} {...props} />;
  }
  if (!error) return <Spinner label="Loading..." />;
  const missing = (
    <EmptyState title="Post not found" hint="It has been completed or deleted since then." action={<BackToPosts />} />
  );
  return <NotOpened error={error} missing={missing} onRetry={() => void refetch()} />;
}

/** For the address of an edited post without the post. */
export const MissingPost = () => (
  <AdminPage title="Edit Post">
    <EmptyState title="Post ID is missing" action={<BackToPosts />} />
  </AdminPage>
);

function NewPage({ slug, ...props }: { slug: string | null } & Omit<PostFormProps, "opened">) {
  const replaced: ShippedPage | undefined = SHIPPED_PAGES.find((name) => name === slug);
  const { data: content } = useQuery(shippedTextQuery(useApi(), replaced));
  if (content === undefined) return <Spinner label="Loading..." />;
  const title = replaced ? `${replaced[0]?.toUpperCase()}${replaced.slice(1)}` : "";
  const begun: PostValues = { ...NOTHING, kind: "page", title, slug: replaced ?? "", content };
  return <PostForm opened={{ post: null, edit: null, begun }} {...props} />;
}

/**
 * What the form on the screen was opened for. Another address opens another form, except where a new post moves to the address of what
 * it has been stored as: its form stays, with the cursor where it was.
 */
function useAsked() {
  const { id } = useParams();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const place = placeOf({ pathname, search });
  const [form, setForm] = useState({ key: 0, place, id, pathname, search });
  /** where the form moves by itself */
  const own = useRef("");
  const next = own.current === place ? { ...form, place } : { key: form.key + 1, place, id, pathname, search };
  if (form.place !== place) setForm(next);
  useEffect(() => {
    if (own.current === place) own.current = "";
  }, [place]);
  const onStored = useCallback(
    (address: string) => {
      const { pathname: path, search: query } = new URL(address, location.origin);
      const to = placeOf({ pathname: path, search: query });
      if (to === place) return;
      own.current = to;
      void navigate(address, { replace: true, preventScrollReset: true });
    },
    [navigate, place],
  );
  return { asked: form.place === place ? form : next, onStored };
}

/** The same screen creates and edits posts and pages. */
export function PostEditor() {
  const { person } = useAuth();
  const { asked, onStored } = useAsked();
  const { key, id, pathname, search } = asked;
  const params = new URLSearchParams(search);
  const unfinished = params.get("continue");
  const author = person?.name || null;
  if (id !== undefined) return <LoadedPost key={key} id={id} author={null} onStored={onStored} />;
  if (unfinished) return <ContinuedPost key={key} id={unfinished} author={author} onStored={onStored} />;
  if (pathname === adminRoutes.createPage())
    return <NewPage key={key} slug={params.get("slug")} author={author} onStored={onStored} />;
  const opened = { post: null, edit: null };
  return <PostForm key={key} opened={opened} author={author} onStored={onStored} />;
}
