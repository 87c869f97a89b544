import { useQuery } from "@tanstack/react-query";
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { adminRoutes } from "../../../admin-routes.ts";
import { useAuth } from "../../../browser/auth/state.ts";
import type { AdminPost } from "../../../domain/posts/post-shapes.ts";
import type { StagedEdit } from "../../../domain/posts/staged-edits/staged-edit.ts";
import { Spinner } from "../../../ui/form/spinner.tsx";
import { toast } from "../../../ui/toast/toast.ts";
import { messageOf } from "../../account/frame/failure.ts";
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
import { warningsOf } from "./post-values.ts";
import { Preview } from "./preview.tsx";
import { categoryNamesQuery, editedPostQuery } from "./queries.ts";
import { ReviewPanel } from "./review-panel.tsx";
import type { UploadOptions } from "./rich/uploads.ts";
import { SaveBar, type Tab, Tabs, tabIds } from "./save-bar.tsx";
import type { Session } from "./session/create-session.ts";
import type { SessionState } from "./session/reduce-session.ts";
import { useBrowserCopy, useSession } from "./session/use-session.ts";
import { PostOptions, SideFields } from "./side-fields.tsx";
import { SidePanels } from "./side-panels.tsx";
import { Statistics } from "./statistics.tsx";
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
  /** changes of it that wait to be saved */
  edit: StagedEdit | null;
  author: string | null;
  onCreated(id: string): void;
};

type CategoryName = { id: string; name: string; slug: string };

type WritingTabProps = Pick<PostFormProps, "post"> & {
  session: Session;
  state: SessionState;
  categories: CategoryName[];
  keepDate: boolean;
  onKeepDate(keepDate: boolean): void;
  onTyped(typed: Partial<PostValues>): void;
  onUploads(count: number): void;
  onFollow(): void;
};

/** The fields and the article, with the panels next to them. */
function WritingTab({ post, session, state, categories, keepDate, onKeepDate, onTyped, onUploads, onFollow }: WritingTabProps) {
  const { values, stored } = state;
  const { set } = session;
  const isNew = stored.id === null;
  const isLive = stored.values.status === "published" && values.slug === stored.values.slug;
  const { content, content_format } = values;
  const writing = useMemo<Writing>(() => ({ content, content_format }), [content, content_format]);
  const uploadOptions = useMemo(() => pictureUploads(onUploads), [onUploads]);
  const judged = useDeferredValue(values);
  const warnings = useMemo(() => (isNew ? [] : warningsOf(judged)), [isNew, judged]);
  const errorOf = (field: keyof PostValues) => state.problems.find((problem) => problem.field === field)?.message;
  return (
    <div className="editor-columns">
      <div className="editor-main">
        <MainFields values={values} isNew={isNew} isLive={isLive} errorOf={errorOf} onChange={set} />
        <ContentField
          key={state.edition}
          writing={writing}
          error={errorOf("content")}
          isRequired={isNew}
          onChange={set}
          onReady={session.onReady}
          onTyped={onTyped}
          uploads={uploadOptions}
        />
      </div>
      <div className="editor-side">
        <WarningList warnings={warnings} onFollow={onFollow} />
        <SideFields
          values={values}
          isNew={isNew}
          categories={categories}
          keepDate={!isNew && post?.published_at ? keepDate : undefined}
          errorOf={errorOf}
          onChange={set}
          onKeepDate={onKeepDate}
        />
        {post === null ? null : <PostOptions post={post} />}
        <PlanPanel session={session} state={state} keepDate={keepDate} />
        <SidePanels id={stored.id} values={judged} writing={writing} onFollow={onFollow} />
        {post === null ? <Statistics writing={writing} /> : null}
        <ReviewPanel id={stored.id} />
      </div>
    </div>
  );
}

/** A post as it is written: its fields, its article, how it will look, and what keeps it from being saved. */
function PostForm({ post, edit: staged, author, onCreated }: PostFormProps) {
  const [tab, setTab] = useState<Tab>("edit");
  const [keepDate, setKeepDate] = useState(false);
  const [uploads, setUploads] = useState(0);
  const { session, state } = useSession(post, staged);
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
  const edit = useCallback(() => setTab("edit"), []);

  return (
    <AdminPage title={isNew ? "Create Post" : "Edit Post"}>
      <div className="post-form">
        <div className="save-line">
          <Tabs
            tab={tab}
            onChange={(next) => {
              session.flush();
              setTab(next);
            }}
          />
          <SaveBar state={state} uploads={uploads} onSave={(status) => void session.save({ status, keepDate })} />
        </div>
        <Notices session={session} state={state} offer={offer} restore={restore} discard={discard} onFollow={edit} />
        <div role="tabpanel" id={tabIds("edit").panel} aria-labelledby={tabIds("edit").tab} hidden={tab !== "edit"}>
          <WritingTab
            post={post}
            session={session}
            state={state}
            categories={names}
            keepDate={keepDate}
            onKeepDate={setKeepDate}
            onTyped={keepTyped}
            onUploads={setUploads}
            onFollow={edit}
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
    </AdminPage>
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

/**
 * The same screen creates and edits posts: after the first save, a new post moves to its own address and the cursor stays where it
 * was.
 */
export function PostEditor() {
  const { id } = useParams();
  const navigate = useNavigate();
  const { person } = useAuth();
  /** the post that was created here, and how many forms for new posts there have been */
  const made = useRef<string | null>(null);
  const forms = useRef(0);
  if (id === undefined && made.current !== null) {
    made.current = null;
    forms.current += 1;
  }
  if (id !== undefined && id !== made.current) return <LoadedPost key={id} id={id} />;
  const onCreated = (created: string) => {
    made.current = created;
    void navigate(adminRoutes.editPost(created), { replace: true });
  };
  return <PostForm key={`new ${forms.current}`} post={null} edit={null} author={person?.name || null} onCreated={onCreated} />;
}
