import { adminRoutes } from "../../../admin-routes.ts";
import { PageLink } from "../../public/navigation/page-link.tsx";
import { AdminIcon } from "../frame/admin-icon.tsx";
import type { Editing } from "./use-editing.ts";

type SaveBarProps = Pick<Editing, "busy" | "isDirty"> & {
  isNew: boolean;
  /** pictures under way */
  uploads: number;
  onSave(status?: "draft" | "published"): void;
};

/** What is unsaved, in words. */
function stateOf({ busy, isDirty, isNew, uploads }: SaveBarProps): string {
  if (busy) return "Saving...";
  if (uploads > 0) return uploads === 1 ? "A picture is being uploaded" : `${uploads} pictures are being uploaded`;
  if (isDirty) return "Unsaved changes";
  return isNew ? "" : "Everything is saved";
}

/** The way back, what is unsaved, and the buttons that save. */
export function SaveBar(props: SaveBarProps) {
  const { busy, isNew, onSave } = props;
  const disabled = busy ? true : undefined;
  return (
    <div className="post-save">
      <PageLink className="text-link post-back" to={adminRoutes.posts()}>
        <AdminIcon name="arrow-left" />
        Back to Posts
      </PageLink>
      <p className="post-state" role="status">
        {stateOf(props)}
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
        <button type="button" className="button button-solid" aria-disabled={disabled} onClick={() => onSave()}>
          {busy ? "Updating..." : "Update Post"}
        </button>
      )}
    </div>
  );
}
