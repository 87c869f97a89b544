import { useState } from "react";
import { adminRoutes } from "../../../../admin-routes.ts";
import { PageLink } from "../../../public/navigation/page-link.tsx";
import { AdminIcon } from "../../frame/admin-icon.tsx";
import { Notes } from "./notes.tsx";
import { ShareDialog } from "./share-dialog.tsx";

/** What others have to do with a stored post: what it said before, who may read it ahead, what they noted down. */
export function ReviewPanel({ id }: { id: string | null }) {
  const [isSharing, setSharing] = useState(false);
  if (id === null) return null;
  return (
    <section className="editor-panel" aria-labelledby="review-title">
      <h2 id="review-title">Review</h2>
      <div className="review-actions">
        <PageLink className="small-button" to={adminRoutes.postHistory(id)}>
          <AdminIcon name="clock" />
          History
        </PageLink>
        <button type="button" className="small-button" onClick={() => setSharing(true)}>
          <AdminIcon name="link" />
          Share preview
        </button>
      </div>
      <Notes id={id} />
      {isSharing ? <ShareDialog id={id} onClose={() => setSharing(false)} /> : null}
    </section>
  );
}
