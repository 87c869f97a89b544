import { type MouseEvent, useEffect, useRef, useState } from "react";
import type { CategoryRef } from "../../../domain/categories/category.ts";
import { POST_MESSAGES } from "../../../domain/posts/edit-rules.ts";
import type { Planned } from "../../../domain/posts/post-shapes.ts";
import { useDates } from "../frame/dates.tsx";
import { FocusKeepingButton } from "../frame/focus-keeping-button.tsx";
import { useConfirm } from "../frame/use-confirm.tsx";
import { useRestore } from "../trash/restore.ts";
import { goToField } from "./check/jump.ts";
import type { Problem } from "./post-values.ts";
import { Outcome } from "./publish/strips.tsx";
import type { Session } from "./session/create-session.ts";
import { isTrashed, type SessionState } from "./session/reduce-session.ts";
import type { useBrowserCopy } from "./session/use-session.ts";

const NOT_YET = {
  published: "Not published yet:",
  draft: "Still missing in this draft:",
  archived: "Not archived yet:",
  update: "Not updated yet:",
} as const;

type Follow = (field: Problem["field"]) => void;

function Entry({ problem: { field, message }, before }: { problem: Problem; before: Follow }) {
  if (field === "") return <>{message}</>;
  const follow = (event: MouseEvent) => {
    event.preventDefault();
    before(field);
    requestAnimationFrame(() => goToField(field));
  };
  return (
    <a className="text-link" href={`#${field}`} onClick={follow}>
      {message}
    </a>
  );
}

type ProblemListProps = {
  title: string;
  problems: Problem[];
  /** another number brings the keyboard here */
  failures: number;
  onFollow: Follow;
};

function ProblemList({ title, problems, failures, onFollow }: ProblemListProps) {
  const list = useRef<HTMLDivElement>(null);
  const isShown = problems.length > 0;
  useEffect(() => {
    if (failures > 0 && isShown) list.current?.focus();
  }, [failures, isShown]);
  if (!isShown) return null;
  return (
    <div className="form-alert" role="alert" tabIndex={-1} ref={list}>
      <p>{title}</p>
      <ul>
        {problems.map((problem) => (
          <li key={problem.field + problem.message}>
            <Entry problem={problem} before={onFollow} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Problems that prevent the creation of a post, but not the update of an existing one. */
export function WarningList({ warnings, onFollow }: { warnings: Problem[]; onFollow: Follow }) {
  if (warnings.length === 0) return null;
  return (
    <section className="editor-warnings" aria-label="Warnings">
      <p>You can still save the post:</p>
      <ul>
        {warnings.map((problem) => (
          <li key={problem.field + problem.message}>
            <Entry problem={problem} before={onFollow} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type StagedNoteProps = {
  /** when the changes were stored, in ISO 8601; `editor` is set when another admin stored them */
  at: string;
  editor: string | null;
  isPublic: boolean;
  planned: Planned | null;
  onDiscard(): void;
};

function StagedNote({ at, editor, isPublic, planned, onDiscard }: StagedNoteProps) {
  const { time } = useDates();
  const until = planned?.kind === "update" && !planned.failure ? `until ${time(planned.at)}` : "until you update it";
  return (
    <section className="editor-offer" aria-label="Changes not public">
      <p>
        {`These are changes from ${time(at)}${editor ? ` by ${editor}` : ""}. `}
        {isPublic ? `Readers see the post as it was before them, ${until}.` : `They are saved alongside the post, ${until}.`}
      </p>
      <div>
        <button type="button" className="small-button" onClick={onDiscard}>
          Discard changes
        </button>
      </div>
    </section>
  );
}

function TrashedNote({ id, onRestored }: { id: string; onRestored(): void }) {
  const restore = useRestore();
  const [isBusy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    if (await restore([{ kind: "post", id }])) onRestored();
    setBusy(false);
  };
  return (
    <section className="editor-offer" aria-label="In the trash">
      <p role="status">{POST_MESSAGES.inTrash}</p>
      <div>
        <FocusKeepingButton className="small-button" isDisabled={isBusy} onClick={() => void start()}>
          Restore post
        </FocusKeepingButton>
      </div>
    </section>
  );
}

/** Why there is no button that saves. What is typed anyway stays in this browser. */
export const ChangeRefused = () => (
  <section className="editor-offer" aria-label="Can’t be changed">
    <p role="status">{POST_MESSAGES.changeRefused}.</p>
  </section>
);

type DraftOfferProps = { savedAt: number; onRestore(): void; onDiscard(): void };

function DraftOffer({ savedAt, onRestore, onDiscard }: DraftOfferProps) {
  const { time } = useDates();
  return (
    <section className="editor-offer" aria-label="Unsaved copy">
      <p>This browser has an unsaved copy of your work from {time(new Date(savedAt).toISOString())}.</p>
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

type NoticesProps = Pick<ReturnType<typeof useBrowserCopy>, "offer" | "restore" | "discard"> & {
  session: Session;
  state: SessionState;
  categories: readonly CategoryRef[];
  /** whether the sheet is open, which asks for what is missing */
  isAsking: boolean;
  onFollow: Follow;
  onChangeTime(): void;
};

export function Notices({ session, state, categories, offer, restore, discard, isAsking, onFollow, onChangeTime }: NoticesProps) {
  const { stored, draft, plan } = state;
  const confirm = useConfirm();
  const discardDraft = async () => {
    const agreed = await confirm({
      title: "Discard these changes?",
      text: "The post stays as it was saved. Everything changed since then is permanently deleted.",
      action: "Discard changes",
      tone: "danger",
    });
    if (agreed) await session.discardDraft();
  };
  const goOn = () => {
    session.dispatch({ type: "restored from trash" });
    // The button is gone, and the text is what the author came from.
    goToField("content");
  };
  return (
    <>
      <Outcome state={state} categories={categories} onChangeTime={onChangeTime} />
      {stored.id !== null && isTrashed(state) ? <TrashedNote id={stored.id} onRestored={goOn} /> : null}
      {offer ? <DraftOffer savedAt={offer.savedAt} onRestore={restore} onDiscard={discard} /> : null}
      {stored.id !== null && draft.version > 0 && draft.at ? (
        <StagedNote
          at={draft.at}
          editor={draft.editor}
          isPublic={stored.values.status === "published"}
          planned={plan.planned}
          onDiscard={() => void discardDraft()}
        />
      ) : null}
      <ProblemList
        title={state.unfinished ? NOT_YET[state.unfinished] : `The ${state.values.kind} has not been saved:`}
        problems={isAsking ? [] : state.problems}
        failures={state.refusals}
        onFollow={onFollow}
      />
    </>
  );
}
