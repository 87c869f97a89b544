import { useDeferredValue, useMemo } from "react";
import type { CategoryRef } from "../../../domain/categories/category.ts";
import type { AdminPost } from "../../../domain/posts/post-shapes.ts";
import { toast } from "../../../ui/toast/toast.ts";
import { uploadFile, uploadPicture, uploadProblem } from "../media/upload.ts";
import { PostNewsletter } from "../newsletter/post-newsletter.tsx";
import type { PostIssue } from "../newsletter/use-post-issue.ts";
import type { Check } from "./check/use-check.ts";
import { ContentField } from "./content-field.tsx";
import type { PostValues } from "./form-input.ts";
import { MainFields } from "./main-fields.tsx";
import { WarningList } from "./notices.tsx";
import { type Problem, warningsOf } from "./post-values.ts";
import type { UploadOptions } from "./rich/uploads.ts";
import type { Session } from "./session/create-session.ts";
import type { SessionState } from "./session/reduce-session.ts";
import { LanguagePanel } from "./side-panel/language-panel.tsx";
import { PlanPanel } from "./side-panel/plan-panel.tsx";
import { ReviewPanel } from "./side-panel/review-panel.tsx";
import { PostOptions, SideFields } from "./side-panel/side-fields.tsx";
import { SidePanel, type usePanel } from "./side-panel/side-panel.tsx";
import { SidePanels } from "./side-panel/side-panels.tsx";
import { Statistics } from "./statistics.tsx";
import type { Rights } from "./use-rights.ts";
import { useSlug } from "./use-slug.ts";
import type { Writing } from "./views.ts";

/** Uploads dropped or pasted files to the library. @param onCount called with the number of uploads in progress */
const fileUploads = (onCount: (count: number) => void): UploadOptions => ({
  async upload(file, onProgress) {
    const { url, alt, width, height } = await uploadPicture(file, { onProgress });
    return { src: url, alt, width, height };
  },
  uploadFile: (file, onProgress) => uploadFile(file, { onProgress }),
  onFailure: (file, error) =>
    toast({
      title: file.type.startsWith("image/") ? "Image not uploaded" : "File not uploaded",
      description: uploadProblem(error, file.name),
      tone: "error",
    }),
  onCount,
});

type WritingTabProps = {
  post: AdminPost | null;
  session: Session;
  state: SessionState;
  rights: Rights;
  panel: ReturnType<typeof usePanel>;
  check: Check;
  categories: CategoryRef[];
  newsletter: PostIssue;
  keepDate: boolean;
  onKeepDate(keepDate: boolean): void;
  onTyped(typed: Partial<PostValues>): void;
  onUploads(count: number): void;
  onFollow(field?: Problem["field"]): void;
};

function Warnings({ values, onFollow }: { values: PostValues; onFollow(field?: Problem["field"]): void }) {
  const judged = useDeferredValue(values);
  const warnings = useMemo(() => warningsOf(judged), [judged]);
  return <WarningList warnings={warnings} onFollow={onFollow} />;
}

function useWriting({ content, content_format }: PostValues): Writing {
  return useMemo(() => ({ content, content_format }), [content, content_format]);
}

export function WritingTab({ post, session, state, rights, panel, check, categories, keepDate, ...on }: WritingTabProps) {
  const { values, stored } = state;
  const isNew = stored.id === null;
  const isLive = stored.values.status === "published" && values.slug === stored.values.slug;
  const writing = useWriting(values);
  const uploadOptions = useMemo(() => fileUploads(on.onUploads), [on.onUploads]);
  const toFix = check.required.length + check.findings.filter(({ severity }) => severity === "fix").length;
  const { changeTitle, changeSlug } = useSlug(session, values, isNew);
  const errorOf = (field: Problem["field"]) => state.problems.find((problem) => problem.field === field)?.message;
  const fields = { values, isNew, errorOf, onChange: session.set };
  return (
    <div className="editor-columns" data-panel={panel.isOpen ? "open" : "folded"}>
      <div className="editor-main">
        <MainFields {...fields} onTitle={changeTitle} />
        <ContentField
          key={state.edition}
          writing={writing}
          error={errorOf("content")}
          isRequired={isNew}
          onChange={session.set}
          onReady={session.onReady}
          onTyped={on.onTyped}
          uploads={uploadOptions}
          statistics={<Statistics writing={writing} />}
        />
      </div>
      <SidePanel
        isPage={values.kind === "page"}
        tab={panel.tab}
        isOpen={panel.isOpen}
        findings={toFix}
        onTab={panel.setTab}
        post={
          <>
            {isNew ? null : <Warnings values={values} onFollow={on.onFollow} />}
            <SideFields
              {...fields}
              rights={rights}
              readValues={session.readValues}
              isLive={isLive}
              categories={categories}
              stored={stored}
              dated={state.dated}
              onDated={(dated) => session.dispatch({ type: "dated", dated })}
              keepDate={!isNew && post?.published_at ? keepDate : undefined}
              onKeepDate={on.onKeepDate}
              onSlug={changeSlug}
            />
            <LanguagePanel {...fields} id={stored.id} translations={post?.translations ?? []} />
            {rights.mayPublish ? <PlanPanel session={session} state={state} keepDate={keepDate} /> : null}
            <PostNewsletter newsletter={on.newsletter} stored={stored} />
            {post === null || !rights.maySave ? null : <PostOptions post={post} mayChangeAuthor={rights.mayEditAny} />}
          </>
        }
        check={<SidePanels id={stored.id} check={check} writing={writing} onFollow={on.onFollow} />}
        review={<ReviewPanel id={stored.id} />}
      />
    </div>
  );
}
