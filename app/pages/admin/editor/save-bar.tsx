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
import { isDirty, type SessionState } from "./session/reduce-session.ts";
import { HELD_UP, PAGE, SAVE_BAR } from "./texts.ts";

export type Tab = "edit" | "preview";

/** The two sides of a post. */
export const SIDES = [
  { name: "edit", label: SAVE_BAR.edit },
  { name: "preview", label: SAVE_BAR.preview },
] as const;

type SaveBarProps = {
  state: SessionState;
  /** the number of uploads in progress */
  uploads: number;
  /** the screen's name, its only first-level heading */
  title: string;
  /** between the state and the buttons */
  children: ReactNode;
  onSave(status?: "draft" | "published"): void;
  /** does what the key for saving does */
  onSaveKey(): void;
};

/** Describes what is unsaved. */
function describeState(state: SessionState, uploads: number, clock: (iso: string) => string): string {
  const { saving, stored, draft, autosave } = state;
  const isNew = stored.id === null;
  if (saving) return SAVE_BAR.saving;
  if (uploads > 0) return SAVE_BAR.uploading(uploads);
  if (state.dated) return SAVE_BAR.unsaved;
  if (isDirty(state)) return HELD_UP[autosave.state] ?? (autosave.state === "saving" ? SAVE_BAR.saving : SAVE_BAR.unsaved);
  const at = autosave.at ?? draft.at;
  if (draft.version > 0 && at) return isNew ? SAVE_BAR.savedAt(clock(at)) : SAVE_BAR.changesSavedAt(clock(at));
  if (at) return SAVE_BAR.savedAt(clock(at));
  return isNew ? "" : SAVE_BAR.allSaved;
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
      title={SAVE_BAR.shortcut(keyName)}
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
  /** what is stored; null for a new post */
  status: PostStatus | null;
  busy: SessionState["saving"];
};

/** Saves a new post as a draft, or an older one as it is; publishes what isn't public yet. */
function SaveButtons({ isNew, isPage, status, busy, onSave }: SaveButtonsProps) {
  const update = isPage ? PAGE.update : "Update Post";
  return (
    <div className="post-save">
      {isNew ? (
        <SaveButton keyName="S" isSolid={false} isDisabled={busy !== null} onPress={() => onSave("draft")}>
          {busy === "draft" ? SAVE_BAR.saving : "Save Draft"}
        </SaveButton>
      ) : (
        <SaveButton keyName="S" isSolid={status !== "draft"} isDisabled={busy !== null} onPress={() => onSave()}>
          {busy && busy !== "published" ? "Updating..." : update}
        </SaveButton>
      )}
      {isNew || status === "draft" ? (
        <SaveButton keyName="Enter" isSolid isDisabled={busy !== null} onPress={() => onSave("published")}>
          {busy === "published" ? SAVE_BAR.publishing : "Publish"}
        </SaveButton>
      ) : null}
    </div>
  );
}

/** The way back, what is unsaved, and the buttons that save. */
export function SaveBar({ state, uploads, title, children, onSave, onSaveKey }: SaveBarProps) {
  const { saving: busy, stored } = state;
  const isNew = stored.id === null;
  const isPage = state.values.kind === "page";
  const status = isNew ? null : stored.values.status;
  const { clock } = useDates();
  useSaveKeys(onSaveKey, () => onSave(isNew || status === "draft" ? "published" : undefined));
  return (
    <header className="save-line">
      <PageLink className="text-link post-back" to={isPage ? adminRoutes.pages() : adminRoutes.posts()}>
        <AdminIcon name="arrow-left" />
        {isPage ? PAGE.back : "Back to Posts"}
      </PageLink>
      <h1>{title}</h1>
      <p className="stored-status">
        <span className="state-dot" data-status={status ?? "new"} />
        {SAVE_BAR.statuses[status ?? "new"]}
        {status === "published" ? (
          <>
            {" · "}
            <a className="text-link" href={pathTo(pathOf(stored.values))} target="_blank" rel="noreferrer">
              {SAVE_BAR.view}
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
              {SAVE_BAR.signIn}
            </button>
          </>
        ) : null}
      </p>
      {children}
      <SaveButtons isNew={isNew} isPage={isPage} status={status} busy={busy} onSave={onSave} />
    </header>
  );
}
