import { useQuery } from "@tanstack/react-query";
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from "react";
import type { AdminPost } from "../../../domain/posts/editing-model.ts";
import type { StagedEdit, Unfinished } from "../../../domain/posts/staging/model.ts";
import { toast } from "../../../ui/toast/toast.ts";
import { AdminPage } from "../frame/admin-page.tsx";
import { useDates } from "../frame/dates.tsx";
import { uploadPicture, uploadProblem } from "../media/upload.ts";
import { ConflictDialog } from "./conflict/conflict-dialog.tsx";
import { ContentField } from "./content-field.tsx";
import { useStatistics } from "./html/use-statistics.ts";
import { MainFields } from "./main-fields.tsx";
import { PlanPanel } from "./plan/plan-panel.tsx";
import { PostOptions } from "./post-options.tsx";
import { NOTHING, type PostValues, valuesOfWriting } from "./post-values.ts";
import { Preview } from "./preview/preview.tsx";
import { ProblemList, WarningList } from "./problem-list.tsx";
import { warningsOf } from "./problems.ts";
import { PublishedStrip } from "./published-strip.tsx";
import { categoryNamesQuery } from "./queries.ts";
import { ReviewPanel } from "./review/review-panel.tsx";
import type { UploadOptions } from "./rich/uploads.ts";
import { SaveBar } from "./save-bar.tsx";
import { SideFields } from "./side-fields.tsx";
import type { Writing } from "./source/views.ts";
import { StagedNote } from "./staged-note.tsx";
import { type Tab, Tabs, tabIds } from "./tabs.tsx";
import { UnfinishedPosts } from "./unfinished.tsx";
import { useAutosave } from "./use-autosave.ts";
import { useDiscard } from "./use-discard.ts";
import { useEditor } from "./use-editor.ts";
import { useInvalidation } from "./use-invalidation.ts";
import { useUnsaved } from "./use-unsaved.ts";
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

/** A post as it is written: its fields, its article, how it will look, and what keeps it from being saved. */
export function PostForm({ post, edit: staged, author, onCreated }: PostFormProps) {
  const [tab, setTab] = useState<Tab>("edit");
  const [keepDate, setKeepDate] = useState(false);
  const [uploads, setUploads] = useState(0);
  // Another number lays the page of paper out anew.
  const [edition, setEdition] = useState(0);
  const changed = useInvalidation();
  const editing = useEditor(post, staged, changed);
  const { values, set, stored, kept, newer, flush, busy } = editing;
  const isNew = stored.id === null;
  const isLive = stored.values.status === "published" && values.slug === stored.values.slug;
  const renew = useCallback(() => setEdition((number) => number + 1), []);
  const { offer, restore, discard, keepTyped } = useUnsaved(editing, renew);
  const autosave = useAutosave(editing);
  const discardStaged = useDiscard(editing, renew);
  const { created, hasMoved } = editing;
  useEffect(() => {
    if (created === null) return;
    onCreated(created);
    hasMoved();
  }, [created, hasMoved, onCreated]);
  const { data: categories } = useQuery(categoryNamesQuery());
  const names = categories?.items ?? [];

  const { content, content_format } = values;
  const writing = useMemo<Writing>(() => ({ content, content_format }), [content, content_format]);
  const setWriting = useCallback((next: Writing) => set(next), [set]);
  const uploadOptions = useMemo(() => pictureUploads(setUploads), []);
  const judged = useDeferredValue(values);
  const warnings = useMemo(() => (isNew ? [] : warningsOf(judged)), [isNew, judged]);
  const errorOf = (field: keyof PostValues) => editing.problems.find((problem) => problem.field === field)?.message;
  const edit = useCallback(() => setTab("edit"), []);

  const takeMerged = async (merged: PostValues) => {
    if (!newer) return;
    const { base, edit_version } = newer;
    set(merged);
    editing.setStored(base);
    editing.setKept({ ...kept, version: edit_version, values: edit_version > 0 ? newer.values : null, at: newer.at });
    renew();
    editing.setNewer(null);
    await editing.save({ keepDate, base });
  };

  const takeUp = ({ id, version, updated_at, writing: begun }: Unfinished) => {
    const begunValues = valuesOfWriting(begun);
    set(begunValues);
    editing.setKept({ id, version, values: begunValues, at: updated_at, editor: null });
    renew();
  };

  return (
    <AdminPage title={isNew ? "Create Post" : "Edit Post"}>
      <div className="post-form">
        <div className="save-line">
          <Tabs
            tab={tab}
            onChange={(next) => {
              flush();
              setTab(next);
            }}
          />
          <SaveBar
            busy={busy}
            isDirty={editing.isDirty}
            kept={kept}
            autosave={autosave}
            status={isNew ? null : stored.values.status}
            slug={stored.values.slug}
            uploads={uploads}
            onSave={(status) => void editing.save({ status, keepDate })}
          />
        </div>
        {editing.live ? <PublishedStrip slug={editing.live} title={stored.values.title} /> : null}
        {offer ? <DraftOffer savedAt={offer.savedAt} onRestore={() => void restore()} onDiscard={discard} /> : null}
        {isNew && values === NOTHING ? <UnfinishedPosts onTakeUp={takeUp} /> : null}
        {!isNew && kept.version > 0 && kept.at ? (
          <StagedNote
            at={kept.at}
            editor={kept.editor}
            isPublic={stored.values.status === "published"}
            planned={editing.planned}
            onDiscard={() => void discardStaged()}
          />
        ) : null}
        <ProblemList
          title="The post has not been saved:"
          problems={editing.problems}
          failures={editing.failures}
          onFollow={edit}
        />
        <div role="tabpanel" id={tabIds("edit").panel} aria-labelledby={tabIds("edit").tab} hidden={tab !== "edit"}>
          <div className="editor-columns">
            <div className="editor-main">
              <MainFields values={values} isNew={isNew} isLive={isLive} errorOf={errorOf} onChange={set} />
              <ContentField
                key={edition}
                writing={writing}
                error={errorOf("content")}
                isRequired={isNew}
                onChange={setWriting}
                onReady={editing.onReady}
                onTyped={keepTyped}
                uploads={uploadOptions}
              />
            </div>
            <div className="editor-side">
              <WarningList warnings={warnings} onFollow={edit} />
              <SideFields
                values={values}
                isNew={isNew}
                categories={names}
                keepDate={!isNew && post?.published_at ? keepDate : undefined}
                errorOf={errorOf}
                onChange={set}
                onKeepDate={setKeepDate}
              />
              {post === null ? null : <PostOptions post={post} />}
              <PlanPanel editing={editing} keepDate={keepDate} keepNow={autosave.keepNow} onRenewed={renew} />
              <WritingPanels id={stored.id} values={judged} writing={writing} onFollow={edit} />
              {post === null ? <Statistics writing={writing} /> : null}
              <ReviewPanel id={stored.id} />
            </div>
          </div>
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
      {newer ? (
        <ConflictDialog
          base={stored.values}
          mine={values}
          theirs={newer}
          categoryName={(id) => names.find((category) => category.id === id)?.name ?? ""}
          isBusy={busy !== null}
          onClose={() => editing.setNewer(null)}
          onSave={(merged) => void takeMerged(merged)}
        />
      ) : null}
    </AdminPage>
  );
}
