import { useQuery } from "@tanstack/react-query";
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useLocation, useNavigate, useParams, useSearchParams } from "react-router";
import { adminRoutes } from "../../../admin-routes.ts";
import { useAuth } from "../../../browser/auth/state.ts";
import { SHIPPED_PAGES, type ShippedPage } from "../../../domain/posts/pages/page-rules.ts";
import type { PostKind } from "../../../domain/posts/post-rules.ts";
import type { AdminPost } from "../../../domain/posts/post-shapes.ts";
import type { StagedEdit } from "../../../domain/posts/staged-edits/staged-edit.ts";
import { Spinner } from "../../../ui/form/spinner.tsx";
import { toast } from "../../../ui/toast/toast.ts";
import { messageOf } from "../../account/frame/failure.ts";
import { UnlistedTitle } from "../../public/meta.tsx";
import { PageLink } from "../../public/page-link.tsx";
import { AdminPage } from "../frame/admin-page.tsx";
import { EmptyState } from "../frame/query-view.tsx";
import { uploadPicture, uploadProblem } from "../media/upload.ts";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { ContentField } from "./content-field.tsx";
import type { PostValues } from "./form-input.ts";
import { MainFields } from "./main-fields.tsx";
import { Notices, WarningList } from "./notices.tsx";
import { PlanPanel } from "./plan-panel.tsx";
import { NOTHING, warningsOf } from "./post-values.ts";
import { Preview } from "./preview.tsx";
import { categoryNamesQuery, editedPostQuery, shippedTextQuery } from "./queries.ts";
import { ReviewPanel } from "./review-panel.tsx";
import type { UploadOptions } from "./rich/uploads.ts";
import { SaveBar, SIDES, type Tab } from "./save-bar.tsx";
import type { Session } from "./session/create-session.ts";
import type { SessionState } from "./session/reduce-session.ts";
import { useBrowserCopy, useSession } from "./session/use-session.ts";
import { PostOptions, SideFields } from "./side-fields.tsx";
import { type PanelTab, PanelToggle, SidePanel, usePanel } from "./side-panel.tsx";
import { SidePanels } from "./side-panels.tsx";
import { Statistics } from "./statistics.tsx";
import { Tabs, tabIds } from "./tabs.tsx";
import { PAGE } from "./texts.ts";
import { UnfinishedPosts } from "./unfinished.tsx";
import { useSlug } from "./use-slug.ts";
import type { Writing } from "./views.ts";

/** Uploads dropped or pasted pictures to the library. @param onCount called with the number of uploads in progress */
const pictureUploads = (onCount: (count: number) => void): UploadOptions => ({
  async upload(file, onProgress) {
    const { url, alt, width, height } = await uploadPicture(file, { onProgress });
    return { src: url, alt, width, height };
  },
  onFailure: (file, error) =>
    toast({ title: "Picture not uploaded", description: uploadProblem(error, file.name), tone: "error" }),
  onCount,
});

type PostFormProps = {
  post: AdminPost | null;
  /** what a new one begins with */
  begun?: PostValues;
  /** changes of it that wait to be saved */
  edit: StagedEdit | null;
  author: string | null;
  onCreated(id: string): void;
};

type CategoryName = { id: string; name: string; slug: string };

type WritingTabProps = Pick<PostFormProps, "post"> & {
  session: Session;
  state: SessionState;
  panel: ReturnType<typeof usePanel>;
  categories: CategoryName[];
  keepDate: boolean;
  onKeepDate(keepDate: boolean): void;
  onTyped(typed: Partial<PostValues>): void;
  onUploads(count: number): void;
  onFollow(field?: keyof PostValues | ""): void;
};

/** The fields and the article, with the panel next to them. */
function WritingTab({ post, session, state, panel, categories, keepDate, ...on }: WritingTabProps) {
  const { onKeepDate, onTyped, onUploads, onFollow } = on;
  const { values, stored } = state;
  const { set } = session;
  const isNew = stored.id === null;
  const isLive = stored.values.status === "published" && values.slug === stored.values.slug;
  const { content, content_format } = values;
  const writing = useMemo<Writing>(() => ({ content, content_format }), [content, content_format]);
  const uploadOptions = useMemo(() => pictureUploads(onUploads), [onUploads]);
  const judged = useDeferredValue(values);
  const warnings = useMemo(() => (isNew ? [] : warningsOf(judged)), [isNew, judged]);
  const [findings, setFindings] = useState(0);
  const { changeTitle, changeSlug } = useSlug(values, isNew, set);
  const errorOf = (field: keyof PostValues) => state.problems.find((problem) => problem.field === field)?.message;
  const fields = { values, isNew, errorOf, onChange: set };
  return (
    <div className="editor-columns" data-panel={panel.isOpen ? "open" : "folded"}>
      <div className="editor-main">
        <MainFields {...fields} onTitle={changeTitle} />
        <ContentField
          key={state.edition}
          writing={writing}
          error={errorOf("content")}
          isRequired={isNew}
          onChange={set}
          onReady={session.onReady}
          onTyped={onTyped}
          uploads={uploadOptions}
          statistics={<Statistics writing={writing} />}
        />
      </div>
      <SidePanel
        tab={panel.tab}
        isOpen={panel.isOpen}
        findings={findings}
        onTab={panel.setTab}
        post={
          <>
            <WarningList warnings={warnings} onFollow={onFollow} />
            <SideFields
              {...fields}
              readValues={session.readValues}
              isLive={isLive}
              categories={categories}
              keepDate={!isNew && post?.published_at ? keepDate : undefined}
              onKeepDate={onKeepDate}
              onSlug={changeSlug}
            />
            <PlanPanel session={session} state={state} keepDate={keepDate} />
            {post === null ? null : <PostOptions post={post} />}
          </>
        }
        check={<SidePanels id={stored.id} values={judged} writing={writing} onFollow={onFollow} onFindings={setFindings} />}
        review={<ReviewPanel id={stored.id} />}
      />
    </div>
  );
}

/** The fields that aren't on the paper, by the tab of the panel that has them. */
const tabOf = (field: keyof PostValues | ""): PanelTab | null =>
  ["title", "description", "content", ""].includes(field) ? null : "post";

/** The screen's name. */
const titleOf = (kind: PostKind, isNew: boolean): string =>
  kind === "page" ? (isNew ? PAGE.create : PAGE.edit) : isNew ? "Create Post" : "Edit Post";

/** A post as it is written: its fields, its article, how it will look, and what keeps it from being saved. */
function PostForm({ post, begun, edit: staged, author, onCreated }: PostFormProps) {
  const [tab, setTab] = useState<Tab>("edit");
  const [keepDate, setKeepDate] = useState(false);
  const [uploads, setUploads] = useState(0);
  const { session, state } = useSession(post, staged, begun);
  const { values, stored, conflict, created } = state;
  const isNew = stored.id === null;
  const { offer, restore, discard, keepTyped } = useBrowserCopy(session, state);
  useEffect(() => {
    if (created === null) return;
    onCreated(created);
    session.dispatch({ type: "moved" });
  }, [created, session, onCreated]);
  const { data: categories } = useQuery(categoryNamesQuery());
  const names = categories?.items ?? [];
  const panel = usePanel();
  const { show } = panel;
  const follow = useCallback(
    (field: keyof PostValues | "" = "") => {
      setTab("edit");
      const wanted = tabOf(field);
      if (wanted) show(wanted);
    },
    [show],
  );
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
        <Tabs
          label="Post"
          tabs={SIDES}
          tab={tab}
          onChange={(next) => {
            session.flush();
            setTab(next);
          }}
        />
        {tab === "edit" ? <PanelToggle isOpen={panel.isOpen} /> : null}
      </SaveBar>
      <div className="editor-notices">
        <Notices
          session={session}
          state={state}
          categories={names}
          offer={offer}
          restore={restore}
          discard={discard}
          onFollow={follow}
        />
      </div>
      <div role="tabpanel" id={tabIds("edit").panel} aria-labelledby={tabIds("edit").tab} hidden={tab !== "edit"}>
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
      </div>
      <div role="tabpanel" id={tabIds("preview").panel} aria-labelledby={tabIds("preview").tab} hidden={tab !== "preview"}>
        {tab === "preview" ? (
          <Preview
            values={values}
            surroundings={{
              id: stored.id ?? "new",
              category: names.find(({ id }) => id === values.category_id) ?? null,
              author: post ? (post.author?.full_name ?? null) : author,
              publishedAt: post?.published_at ?? null,
            }}
          />
        ) : null}
      </div>
      {conflict ? (
        <ConflictDialog
          base={stored.values}
          mine={values}
          theirs={conflict}
          categoryName={(id) => names.find((category) => category.id === id)?.name ?? ""}
          isBusy={state.saving !== null}
          onClose={() => session.dispatch({ type: "conflict closed" })}
          onSave={(merged) => session.saveMerged(merged, keepDate)}
        />
      ) : null}
    </div>
  );
}

const BackToPosts = () => (
  <PageLink className="button" to={adminRoutes.posts()}>
    Back to Posts
  </PageLink>
);

/** An existing post, once it is there. */
function LoadedPost({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(editedPostQuery(id));
  if (data) return <PostForm post={data.post} edit={data.edit} author={null} onCreated={() => {}} />;
  if (!error) return <Spinner label="Loading..." />;
  const { status } = error as { status?: number };
  // 400: the address contains no valid id.
  if (status === 404 || status === 400) {
    return (
      <AdminPage title="Edit Post">
        <EmptyState title="Post not found" hint="It may have been deleted." action={<BackToPosts />} />
      </AdminPage>
    );
  }
  return (
    <AdminPage title="Edit Post">
      <div className="empty-state" role="alert">
        <h2>Error loading post</h2>
        <p>{messageOf(error, "The server could not be reached.")}</p>
        <button type="button" className="button" onClick={() => void refetch()}>
          Try Again
        </button>
      </div>
    </AdminPage>
  );
}

/** For the address of an edited post without the post. */
export const MissingPost = () => (
  <AdminPage title="Edit Post">
    <EmptyState title="Post ID is missing" action={<BackToPosts />} />
  </AdminPage>
);

/** A new page, once the text of the page that it replaces is there. */
function NewPage(props: Pick<PostFormProps, "author" | "onCreated">) {
  const [params] = useSearchParams();
  // Kept, because the form stays when the first save leads to the page's own address.
  const [replaced] = useState<ShippedPage | undefined>(() => SHIPPED_PAGES.find((name) => name === params.get("slug")));
  const { data: content } = useQuery(shippedTextQuery(replaced));
  if (content === undefined) return <Spinner label="Loading..." />;
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
