import { useQuery } from "@tanstack/react-query";
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from "react";
import type { AdminPost } from "../../../domain/posts/post.ts";
import type { StagedEdit } from "../../../domain/posts/staging/model.ts";
import { toast } from "../../../ui/toast/toast.ts";
import { AdminPage } from "../frame/admin-page.tsx";
import { useDates } from "../frame/dates.tsx";
import { useConfirm } from "../frame/use-confirm.tsx";
import { uploadPicture, uploadProblem } from "../media/upload.ts";
import { ConflictDialog } from "./conflict/conflict-dialog.tsx";
import { ContentField } from "./content-field.tsx";
import { useStatistics } from "./html/use-statistics.ts";
import { MainFields } from "./main-fields.tsx";
import { PlanPanel } from "./plan/plan-panel.tsx";
import { PostOptions } from "./post-options.tsx";
import { NOTHING, type PostValues } from "./post-values.ts";
import { Preview } from "./preview/preview.tsx";
import { ProblemList, WarningList } from "./problem-list.tsx";
import { warningsOf } from "./problems.ts";
import { PublishedStrip } from "./published-strip.tsx";
import { categoryNamesQuery } from "./queries.ts";
import { ReviewPanel } from "./review/review-panel.tsx";
import type { UploadOptions } from "./rich/uploads.ts";
import { SaveBar } from "./save-bar.tsx";
import type { Session } from "./session/create-session.ts";
import type { SessionState } from "./session/reduce-session.ts";
import { useBrowserCopy, useSession } from "./session/use-session.ts";
import { SideFields } from "./side-fields.tsx";
import type { Writing } from "./source/views.ts";
import { StagedNote } from "./staged-note.tsx";
import { type Tab, Tabs, tabIds } from "./tabs.tsx";
import { UnfinishedPosts } from "./unfinished.tsx";
import { WritingPanels } from "./writing-panels.tsx";

const figures = new Intl.NumberFormat("en-US");

/** How much there is to read: words, characters, minutes. */
function Statistics({ writing }: { writing: Writing }) {
  const { words, characters, minutes } = useStatistics(writing) ?? { words: 0, characters: 0, minutes: 0 };
  return (
    <section className="editor-panel" aria-labelledby="statistics-title">
      <h2 id="statistics-title">Statistics</h2>
      <dl className="editor-statistics">
        <div>
          <dt>Word count</dt>
          <dd>{figures.format(words)}</dd>
        </div>
        <div>
          <dt>Character count</dt>
          <dd>{figures.format(characters)}</dd>
        </div>
        <div>
          <dt>Reading time</dt>
          <dd>{`${minutes} min`}</dd>
        </div>
      </dl>
    </section>
  );
}

type DraftOfferProps = { savedAt: number; onRestore(): void; onDiscard(): void };

/** What an earlier visit left unsaved, to be taken up or thrown away. */
function DraftOffer({ savedAt, onRestore, onDiscard }: DraftOfferProps) {
  const { time } = useDates();
  return (
    <section className="editor-offer" aria-label="Unsaved copy">
      <p>{`This browser kept what you wrote and didn't save, from ${time(new Date(savedAt).toISOString())}.`}</p>
      <div>
        <button type="button" className="small-button" onClick={onRestore}>
          Restore it
        </button>
        <button type="button" className="small-button" onClick={onDiscard}>
          Discard it
        </button>
      </div>
    </section>
  );
}

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

type NoticesProps = Pick<ReturnType<typeof useBrowserCopy>, "offer" | "restore" | "discard"> & {
  session: Session;
  state: SessionState;
  onFollow(): void;
};

/** What stands above the form: what was published, what an earlier visit left, what waits, what is wrong. */
function Notices({ session, state, offer, restore, discard, onFollow }: NoticesProps) {
  const { values, stored, draft, plan } = state;
  const confirm = useConfirm();
  const discardDraft = async () => {
    const agreed = await confirm({
      title: "Discard these changes?",
      text: "The post stays as it was saved. What was changed since is gone for good.",
      action: "Discard changes",
      tone: "danger",
    });
    if (agreed) await session.discardDraft();
  };
  return (
    <>
      {state.live ? <PublishedStrip slug={state.live} title={stored.values.title} /> : null}
      {offer ? <DraftOffer savedAt={offer.savedAt} onRestore={restore} onDiscard={discard} /> : null}
      {stored.id === null && values === NOTHING ? <UnfinishedPosts onTakeUp={session.continueUnfinished} /> : null}
      {stored.id !== null && draft.version > 0 && draft.at ? (
        <StagedNote
          at={draft.at}
          editor={draft.editor}
          isPublic={stored.values.status === "published"}
          planned={plan.planned}
          onDiscard={() => void discardDraft()}
        />
      ) : null}
      <ProblemList title="The post has not been saved:" problems={state.problems} failures={state.refusals} onFollow={onFollow} />
    </>
  );
}

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
