import { useQuery } from "@tanstack/react-query";
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from "react";
import type { AdminPost } from "../../../domain/posts/editing-model.ts";
import { AdminPage } from "../frame/admin-page.tsx";
import { ConflictDialog } from "./conflict/conflict-dialog.tsx";
import { ContentField } from "./content-field.tsx";
import { DraftOffer } from "./draft-offer.tsx";
import { MainFields } from "./main-fields.tsx";
import { pictureUploads } from "./picture-uploads.ts";
import { type PostValues, valuesOf } from "./post-values.ts";
import { Preview } from "./preview/preview.tsx";
import { ProblemList, WarningList } from "./problem-list.tsx";
import { warningsOf } from "./problems.ts";
import { categoryNamesQuery } from "./queries.ts";
import { ReviewPanel } from "./review/review-panel.tsx";
import { SaveBar } from "./save-bar.tsx";
import { SideFields } from "./side-fields.tsx";
import type { Writing } from "./source/views.ts";
import { Statistics } from "./statistics.tsx";
import { type Tab, Tabs, tabIds } from "./tabs.tsx";
import { useEditing } from "./use-editing.ts";
import { useInvalidation } from "./use-invalidation.ts";
import { useUnsaved } from "./use-unsaved.ts";
import { WritingPanels } from "./writing-panels.tsx";

type PostFormProps = { post: AdminPost | null; author: string | null; onCreated(id: string): void };

/** A post as it is written: its fields, its article, how it will look, and what keeps it from being saved. */
export function PostForm({ post, author, onCreated }: PostFormProps) {
  const [tab, setTab] = useState<Tab>("edit");
  const [keepDate, setKeepDate] = useState(false);
  const [uploads, setUploads] = useState(0);
  // Another number lays the page of paper out anew.
  const [edition, setEdition] = useState(0);
  const changed = useInvalidation();
  const editing = useEditing(post, changed);
  const { values, set, stored, newer, flush, busy } = editing;
  const isNew = stored.id === null;
  const renew = useCallback(() => setEdition((number) => number + 1), []);
  const { offer, restore, discard } = useUnsaved(editing, renew);
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
    const base = { id: newer.id, version: newer.version, values: valuesOf(newer) };
    set(merged);
    editing.setStored(base);
    renew();
    editing.setNewer(null);
    await editing.save({ keepDate, base });
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
            isNew={isNew}
            uploads={uploads}
            onSave={(status) => void editing.save({ status, keepDate })}
          />
        </div>
        {offer ? <DraftOffer savedAt={offer.savedAt} onRestore={restore} onDiscard={discard} /> : null}
        <ProblemList
          title="The post has not been saved:"
          problems={editing.problems}
          failures={editing.failures}
          onFollow={edit}
        />
        <div role="tabpanel" id={tabIds("edit").panel} aria-labelledby={tabIds("edit").tab} hidden={tab !== "edit"}>
          <div className="editor-columns">
            <div className="editor-main">
              <MainFields values={values} isNew={isNew} errorOf={errorOf} onChange={set} />
              <ContentField
                key={edition}
                writing={writing}
                error={errorOf("content")}
                onChange={setWriting}
                onReady={editing.onReady}
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
