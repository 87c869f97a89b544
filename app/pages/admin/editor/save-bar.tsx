import type { ReactNode } from "react";
import { adminRoutes } from "../../../admin-routes.ts";
import { pathTo } from "../../../base-path.ts";
import { signedInAgain } from "../../../browser/auth/admin-api.ts";
import { PageLink } from "../../public/page-link.tsx";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { useDates } from "../frame/dates.tsx";
import { HandInButton } from "./hand-in/hand-in-button.tsx";
import type { HandIn } from "./hand-in/use-hand-in.ts";
import { pathOf } from "./post-values.ts";
import type { Publishing } from "./publish/use-publish.ts";
import { useSaveKeys } from "./publish/use-save-keys.ts";
import type { Session } from "./session/create-session.ts";
import { type Autosave, isDirty, type SessionState } from "./session/reduce-session.ts";
import type { Rights } from "./use-rights.ts";

const HELD_UP: Partial<Record<Autosave["state"], string>> = {
  offline: "Offline: saved in this browser",
  "signed out": "Signed out: saved in this browser",
  "no access": "No access: saved in this browser",
  overtaken: "Changed elsewhere. Your version is saved in this browser.",
  trashed: "In the trash: saved in this browser",
  refused: "Can’t be saved on the server: saved in this browser",
  failing: "Server error: saved in this browser",
};

const STATUSES = { draft: "Draft", published: "Published", archived: "Archived" } as const;

export type Tab = "edit" | "preview";

export const SIDES = [
  { name: "edit", label: "Edit" },
  { name: "preview", label: "Preview" },
] as const;

type SaveBarProps = {
  session: Session;
  state: SessionState;
  rights: Rights;
  handIn: HandIn;
  uploads: number;
  /** the screen's name, its only first-level heading */
  title: string;
  /** between the state and the buttons */
  children: ReactNode;
  publishing: Publishing;
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

type SaveButtonProps = { isSolid?: boolean; isDisabled: boolean; hasKey?: boolean; children: string; onPress(): void };

/** @param hasKey whether Ctrl+S does the same */
function SaveButton({ isSolid = false, isDisabled, hasKey = false, children, onPress }: SaveButtonProps) {
  return (
    <button
      type="button"
      className={isSolid ? "button button-solid" : "button"}
      aria-keyshortcuts={hasKey ? "Control+S" : undefined}
      title={hasKey ? "Ctrl+S" : undefined}
      aria-disabled={isDisabled || undefined}
      onClick={onPress}
    >
      {children}
    </button>
  );
}

type SaveButtonsProps = Pick<SaveBarProps, "session" | "state" | "rights" | "handIn" | "publishing">;

/** Saves a new post as a draft, or an older one as it is; publishes what isn't public yet. The sheet has the rest. */
function SaveButtons({ session, state: { saving: busy, stored, values, plan }, rights, handIn, publishing }: SaveButtonsProps) {
  const isNew = stored.id === null;
  const isDraft = isNew || stored.values.status === "draft";
  const isScheduled = plan.planned !== null && !plan.planned.failure;
  const update = values.kind === "page" ? "Update Page" : "Update Post";
  if (!rights.maySave) return null;
  return (
    <div className="post-save">
      {isNew ? (
        <SaveButton hasKey isDisabled={busy !== null} onPress={() => publishing.save("draft")}>
          {busy === "draft" ? "Saving..." : "Save Draft"}
        </SaveButton>
      ) : (
        <SaveButton
          hasKey={stored.values.status !== "published"}
          isSolid={!isDraft || isScheduled}
          isDisabled={busy !== null}
          onPress={() => publishing.save()}
        >
          {busy && busy !== "published" ? "Updating..." : update}
        </SaveButton>
      )}
      {rights.mayHandIn ? <HandInButton session={session} handIn={handIn} isDisabled={busy !== null} /> : null}
      {rights.mayPublish ? (
        <PublishButtons isOffered={isDraft} isSolid={!isScheduled} busy={busy} publishing={publishing} />
      ) : null}
    </div>
  );
}

type PublishButtonsProps = { isOffered: boolean; isSolid: boolean; busy: SessionState["saving"]; publishing: Publishing };

function PublishButtons({ isOffered, isSolid, busy, publishing }: PublishButtonsProps) {
  return (
    <>
      {isOffered ? (
        <SaveButton isSolid={isSolid} isDisabled={busy !== null} onPress={publishing.publish}>
          {busy === "published" ? "Publishing..." : "Publish"}
        </SaveButton>
      ) : null}
      <button
        type="button"
        className="button post-more"
        aria-label="More options"
        title="Time, image and check (Ctrl+Enter)"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+Enter"
        onClick={() => publishing.openSheet()}
      >
        <AdminIcon name="chevron" />
      </button>
    </>
  );
}

/** What the post is for its readers. */
function StatusPill({ stored, plan: { planned } }: Pick<SessionState, "stored" | "plan">) {
  const { time } = useDates();
  const status = stored.id === null ? "draft" : stored.values.status;
  const isScheduled = status !== "published" && planned !== null && !planned.failure;
  return (
    <p className="stored-status">
      <span className="state-dot" data-status={isScheduled ? "scheduled" : status} />
      {isScheduled ? `Scheduled · ${time(planned.at)}` : STATUSES[status]}
      {status === "published" ? (
        <>
          {" · "}
          <a className="text-link" href={pathTo(pathOf(stored.values))} target="_blank" rel="noreferrer">
            View
          </a>
        </>
      ) : null}
    </p>
  );
}

export function SaveBar({ session, state, rights, handIn, uploads, title, children, publishing }: SaveBarProps) {
  const isPage = state.values.kind === "page";
  const { clock } = useDates();
  useSaveKeys(
    () => rights.maySave && publishing.saveByKey(),
    () => rights.maySave && rights.mayPublish && publishing.openSheet(),
  );
  return (
    <header className="save-line">
      <PageLink className="text-link post-back" to={isPage ? adminRoutes.pages() : adminRoutes.posts()}>
        <AdminIcon name="arrow-left" />
        {isPage ? "Back to Pages" : "Back to Posts"}
      </PageLink>
      <h1>{title}</h1>
      <StatusPill {...state} />
      <p className="post-state" role="status">
        {describeState(state, uploads, clock)}
        {isDirty(state) && state.autosave.state === "signed out" && !state.saving ? (
          <>
            {" "}
            <button type="button" className="text-link" onClick={() => void signedInAgain()}>
              Sign in
            </button>
          </>
        ) : null}
      </p>
      {children}
      <SaveButtons {...{ session, state, rights, handIn, publishing }} />
    </header>
  );
}
