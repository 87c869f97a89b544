import { adminRoutes } from "../../../admin-routes.ts";
import type { PostStatus } from "../../../domain/posts/model.ts";
import { routes } from "../../../routes.ts";
import { PageLink } from "../../public/navigation/page-link.tsx";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { useDates } from "../frame/dates.tsx";
import type { Autosave, Autosaving } from "./use-autosave.ts";
import type { Editing } from "./use-editor.ts";

type SaveBarProps = Pick<Editing, "busy" | "isDirty" | "kept"> & {
  /** what the stored post is, null for one that was never saved */
  status: PostStatus | null;
  slug: string;
  /** pictures under way */
  uploads: number;
  autosave: Pick<Autosaving, "state" | "at">;
  onSave(status?: "draft" | "published"): void;
};

const STATUS: Record<PostStatus | "new", string> = { new: "New", draft: "Draft", published: "Published", archived: "Archived" };

/** What stands against keeping it at the server; it is kept in this browser all the same. */
const HELD_UP: Partial<Record<Autosave, string>> = {
  offline: "Offline: kept in this browser",
  "signed out": "Signed out: kept in this browser",
  overtaken: "Changed by somebody else: kept in this browser",
  refused: "Can't be kept at the server: kept in this browser",
  failing: "The server fails: kept in this browser",
};

/** What is unsaved, in words. */
function stateOf({ busy, isDirty, status, kept, uploads, autosave }: SaveBarProps, clock: (iso: string) => string): string {
  const isNew = status === null;
  if (busy) return "Saving...";
  if (uploads > 0) return uploads === 1 ? "A picture is being uploaded" : `${uploads} pictures are being uploaded`;
  if (isDirty) return HELD_UP[autosave.state] ?? (autosave.state === "saving" ? "Saving…" : "Unsaved changes");
  const at = autosave.at ?? kept.at;
  if (kept.version > 0 && at) return isNew ? `Saved at ${clock(at)}` : `Unpublished changes, saved at ${clock(at)}`;
  if (at) return `Saved at ${clock(at)}`;
  return isNew ? "" : "Everything is saved";
}

/** The way back, what is unsaved, and the buttons that save. */
export function SaveBar(props: SaveBarProps) {
  const { busy, status, slug, onSave } = props;
  const isNew = status === null;
  const { clock } = useDates();
  const disabled = busy ? true : undefined;
  return (
    <div className="post-save">
      <PageLink className="text-link post-back" to={adminRoutes.posts()}>
        <AdminIcon name="arrow-left" />
        Back to Posts
      </PageLink>
      <p className="stored-status">
        <span className="state-dot" data-status={status ?? "new"} />
        {STATUS[status ?? "new"]}
        {status === "published" ? (
          <>
            {" · "}
            <a className="text-link" href={routes.story(slug)} target="_blank" rel="noreferrer">
              View
            </a>
          </>
        ) : null}
      </p>
      <p className="post-state" role="status">
        {stateOf(props, clock)}
      </p>
      {isNew ? (
        <>
          <button type="button" className="button" aria-disabled={disabled} onClick={() => onSave("draft")}>
            {busy === "draft" ? "Saving..." : "Save Draft"}
          </button>
          <button type="button" className="button button-solid" aria-disabled={disabled} onClick={() => onSave("published")}>
            {busy === "published" ? "Publishing..." : "Publish"}
          </button>
        </>
      ) : (
        <>
          <button
            type="button"
            className={status === "draft" ? "button" : "button button-solid"}
            aria-disabled={disabled}
            onClick={() => onSave()}
          >
            {busy && busy !== "published" ? "Updating..." : "Update Post"}
          </button>
          {status === "draft" ? (
            <button type="button" className="button button-solid" aria-disabled={disabled} onClick={() => onSave("published")}>
              {busy === "published" ? "Publishing..." : "Publish"}
            </button>
          ) : null}
        </>
      )}
    </div>
  );
}
