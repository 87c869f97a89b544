import { useQuery } from "@tanstack/react-query";
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from "react";
import type { AdminPost } from "../../../domain/posts/post-shapes.ts";
import type { StagedEdit } from "../../../domain/posts/staged-edits/staged-edit.ts";
import { toast } from "../../../ui/toast/toast.ts";
import { AdminPage } from "../frame/admin-page.tsx";
import { uploadPicture, uploadProblem } from "../media/upload.ts";
import { ConflictDialog } from "./conflict/conflict-dialog.tsx";
import { ContentField } from "./content-field.tsx";
import type { PostValues } from "./form-input.ts";
import { MainFields } from "./main-fields.tsx";
import { Notices } from "./notices.tsx";
import { PlanPanel } from "./plan/plan-panel.tsx";
import { Preview } from "./preview/preview.tsx";
import { WarningList } from "./problem-list.tsx";
import { warningsOf } from "./problems.ts";
import { categoryNamesQuery } from "./queries.ts";
import { ReviewPanel } from "./review/review-panel.tsx";
import type { UploadOptions } from "./rich/uploads.ts";
import { SaveBar, type Tab, Tabs, tabIds } from "./save-bar.tsx";
import type { Session } from "./session/create-session.ts";
import type { SessionState } from "./session/reduce-session.ts";
import { useBrowserCopy, useSession } from "./session/use-session.ts";
import { PostOptions, SideFields } from "./side-fields.tsx";
import type { Writing } from "./source/views.ts";
import { Statistics } from "./statistics.tsx";
import { WritingPanels } from "./writing-panels.tsx";

/** Sends pictures to the library from where they were dropped or pasted. @param onCount is told how many are under way */
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

/** The fields and the article, and beside them what helps to write it. */
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
        <WritingPanels id={stored.id} values={judged} writing={writing} onFollow={onFollow} />
        {post === null ? <Statistics writing={writing} /> : null}
        <ReviewPanel id={stored.id} />
      </div>
    </div>
  );
}

/** A post as it is written: its fields, its article, how it will look, and what keeps it from being saved. */
export function PostForm({ post, edit: staged, author, onCreated }: PostFormProps) {
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
