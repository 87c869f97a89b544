import { type KeyboardEvent, useRef } from "react";
import { adminRoutes } from "../../../admin-routes.ts";
import type { PostStatus } from "../../../domain/posts/post-rules.ts";
import { routes } from "../../../routes.ts";
import { PageLink } from "../../public/page-link.tsx";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { useDates } from "../frame/dates.tsx";
import { type Autosave, isDirty, type SessionState } from "./session/reduce-session.ts";

export type Tab = "edit" | "preview";

const TABS: readonly (readonly [tab: Tab, label: string])[] = [
  ["edit", "Edit"],
  ["preview", "Preview"],
];

/** The ids of a tab and of its panel. */
export const tabIds = (tab: Tab) => ({ tab: `tab-${tab}`, panel: `panel-${tab}` });

/** The two sides of a post; arrow keys change from one to the other. */
export function Tabs({ tab, onChange }: { tab: Tab; onChange(tab: Tab): void }) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) return;
    event.preventDefault();
    const next = event.key === "Home" ? "edit" : event.key === "End" ? "preview" : tab === "edit" ? "preview" : "edit";
    onChange(next);
    list.current?.querySelector<HTMLElement>(`#${tabIds(next).tab}`)?.focus();
  };
  return (
    <div className="editor-tabs" role="tablist" aria-label="Post" ref={list} onKeyDown={onKeyDown}>
      {TABS.map(([name, label]) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={tabIds(name).tab}
          aria-selected={name === tab}
          aria-controls={tabIds(name).panel}
          tabIndex={name === tab ? 0 : -1}
          onClick={() => onChange(name)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

type SaveBarProps = {
  state: SessionState;
  /** the number of uploads in progress */
  uploads: number;
  onSave(status?: "draft" | "published"): void;
};

const STATUS: Record<PostStatus | "new", string> = { new: "New", draft: "Draft", published: "Published", archived: "Archived" };

/** Why changes can't be stored on the server. They are stored in this browser anyway. */
const HELD_UP: Partial<Record<Autosave["state"], string>> = {
  offline: "Offline: kept in this browser",
  "signed out": "Signed out: kept in this browser",
  overtaken: "Changed by somebody else: kept in this browser",
  refused: "Can't be kept at the server: kept in this browser",
  failing: "The server fails: kept in this browser",
};

/** Describes what is unsaved. */
function describeState(state: SessionState, uploads: number, clock: (iso: string) => string): string {
  const { saving, stored, draft, autosave } = state;
  const isNew = stored.id === null;
  if (saving) return "Saving...";
  if (uploads > 0) return uploads === 1 ? "A picture is being uploaded" : `${uploads} pictures are being uploaded`;
  if (isDirty(state)) return HELD_UP[autosave.state] ?? (autosave.state === "saving" ? "Saving…" : "Unsaved changes");
  const at = autosave.at ?? draft.at;
  if (draft.version > 0 && at) return isNew ? `Saved at ${clock(at)}` : `Unpublished changes, saved at ${clock(at)}`;
  if (at) return `Saved at ${clock(at)}`;
  return isNew ? "" : "Everything is saved";
}

/** The way back, what is unsaved, and the buttons that save. */
export function SaveBar({ state, uploads, onSave }: SaveBarProps) {
  const { saving: busy, stored } = state;
  const isNew = stored.id === null;
  const status = isNew ? null : stored.values.status;
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
            <a className="text-link" href={routes.story(stored.values.slug)} target="_blank" rel="noreferrer">
              View
            </a>
          </>
        ) : null}
      </p>
      <p className="post-state" role="status">
        {describeState(state, uploads, clock)}
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
