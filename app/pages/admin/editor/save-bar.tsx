import { type ReactNode, useEffect, useRef } from "react";
import { adminRoutes } from "../../../admin-routes.ts";
import { pathTo } from "../../../base-path.ts";
import { signedInAgain } from "../../../browser/auth/admin-api.ts";
import type { PostStatus } from "../../../domain/posts/post-rules.ts";
import { isComposing } from "../../../ui/form/composed-words.ts";
import { PageLink } from "../../public/page-link.tsx";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { useDates } from "../frame/dates.tsx";
import { pathOf } from "./post-values.ts";
import { type Autosave, isDirty, type SessionState } from "./session/reduce-session.ts";

const HELD_UP: Partial<Record<Autosave["state"], string>> = {
  offline: "Offline: saved in this browser",
  "signed out": "Signed out: saved in this browser",
  "no access": "No access: saved in this browser",
  overtaken: "Changed elsewhere: saved in this browser",
  trashed: "In the trash: saved in this browser",
  refused: "Can't be saved on the server: saved in this browser",
  failing: "Server error: saved in this browser",
};

const STATUSES = { draft: "Draft", published: "Published", archived: "Archived" } as const;

export type Tab = "edit" | "preview";

export const SIDES = [
  { name: "edit", label: "Edit" },
  { name: "preview", label: "Preview" },
] as const;

type SaveBarProps = {
  state: SessionState;
  uploads: number;
  /** the screen's name, its only first-level heading */
  title: string;
  /** between the state and the buttons */
  children: ReactNode;
  onSave(status?: "draft" | "published"): void;
  onSaveKey(): void;
};

function describeState(state: SessionState, uploads: number, clock: (iso: string) => string): string {
  const { saving, stored, draft, autosave } = state;
  const isNew = stored.id === null;
  if (saving) return "Saving...";
  if (uploads > 0) return uploads === 1 ? "A file is being uploaded" : `${uploads} files are being uploaded`;
  if (state.dated) return "Unsaved changes";
  if (isDirty(state)) return HELD_UP[autosave.state] ?? (autosave.state === "saving" ? "Saving..." : "Unsaved changes");
  const at = autosave.at ?? draft.at;
  if (draft.version > 0 && at && !isNew) return `Changes not public · Saved at ${clock(at)}`;
  if (at) return `Saved at ${clock(at)}`;
  return isNew ? "" : "All changes saved";
}

/** Ctrl or Command with S saves, with Enter publishes: what the buttons of the bar do. */
function useSaveKeys(save: () => void, publish: () => void): void {
  const latest = useRef({ save, publish });
  useEffect(() => {
    latest.current = { save, publish };
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || isComposing(event)) return;
      const act = { s: latest.current.save, enter: latest.current.publish }[event.key.toLowerCase()];
      if (!act || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) act();
    };
    // Before the text makes a line break of it.
    addEventListener("keydown", press, { capture: true });
    return () => removeEventListener("keydown", press, { capture: true });
  }, []);
}

type SaveButtonProps = {
  /** the key that does the same, together with Ctrl */
  keyName: "S" | "Enter";
  isSolid: boolean;
  isDisabled: boolean;
  children: string;
  onPress(): void;
};

function SaveButton({ keyName, isSolid, isDisabled, children, onPress }: SaveButtonProps) {
  return (
    <button
      type="button"
      className={isSolid ? "button button-solid" : "button"}
      aria-keyshortcuts={`Control+${keyName}`}
      title={`Ctrl+${keyName}`}
      aria-disabled={isDisabled || undefined}
      onClick={onPress}
    >
      {children}
    </button>
  );
}

type SaveButtonsProps = Pick<SaveBarProps, "onSave"> & {
  isNew: boolean;
  isPage: boolean;
  status: PostStatus;
  busy: SessionState["saving"];
};

/** Saves a new post as a draft, or an older one as it is; publishes what isn't public yet. */
function SaveButtons({ isNew, isPage, status, busy, onSave }: SaveButtonsProps) {
  const update = isPage ? "Update Page" : "Update Post";
  return (
    <div className="post-save">
      {isNew ? (
        <SaveButton keyName="S" isSolid={false} isDisabled={busy !== null} onPress={() => onSave("draft")}>
          {busy === "draft" ? "Saving..." : "Save Draft"}
        </SaveButton>
      ) : (
        <SaveButton keyName="S" isSolid={status !== "draft"} isDisabled={busy !== null} onPress={() => onSave()}>
          {busy && busy !== "published" ? "Updating..." : update}
        </SaveButton>
      )}
      {status === "draft" ? (
        <SaveButton keyName="Enter" isSolid isDisabled={busy !== null} onPress={() => onSave("published")}>
          {busy === "published" ? "Publishing..." : "Publish"}
        </SaveButton>
      ) : null}
    </div>
  );
}

export function SaveBar({ state, uploads, title, children, onSave, onSaveKey }: SaveBarProps) {
  const { saving: busy, stored } = state;
  const isNew = stored.id === null;
  const isPage = state.values.kind === "page";
  const status = isNew ? "draft" : stored.values.status;
  const { clock } = useDates();
  useSaveKeys(onSaveKey, () => onSave(status === "draft" ? "published" : undefined));
  return (
    <header className="save-line">
      <PageLink className="text-link post-back" to={isPage ? adminRoutes.pages() : adminRoutes.posts()}>
        <AdminIcon name="arrow-left" />
        {isPage ? "Back to Pages" : "Back to Posts"}
      </PageLink>
      <h1>{title}</h1>
      <p className="stored-status">
        <span className="state-dot" data-status={status} />
        {STATUSES[status]}
        {status === "published" ? (
          <>
            {" · "}
            <a className="text-link" href={pathTo(pathOf(stored.values))} target="_blank" rel="noreferrer">
              View
            </a>
          </>
        ) : null}
      </p>
      <p className="post-state" role="status">
        {describeState(state, uploads, clock)}
        {isDirty(state) && state.autosave.state === "signed out" && !busy ? (
          <>
            {" "}
            <button type="button" className="text-link" onClick={() => void signedInAgain()}>
              Sign in
            </button>
          </>
        ) : null}
      </p>
      {children}
      <SaveButtons isNew={isNew} isPage={isPage} status={status} busy={busy} onSave={onSave} />
    </header>
  );
}
