import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { pathTo } from "../../../../base-path.ts";
import { wallTime } from "../../../../platform/time/zone.ts";
import { ButtonGroup } from "../../../../ui/button-group.tsx";
import { isComposing } from "../../../../ui/form/composed-words.ts";
import { Checkbox, Toggle } from "../../../../ui/form/described-fields.tsx";
import { Field } from "../../../../ui/form/field.tsx";
import { useSite } from "../../../data.ts";
import { offeredTime } from "../../calendar/schedule-post.ts";
import { Dialog } from "../../frame/dialog.tsx";
import { MediaPicker } from "../../media/media-picker.tsx";
import { Thumbnail } from "../../media/thumbnail.tsx";
import { type NewsletterChoice, NewsletterField } from "../../newsletter/post-newsletter.tsx";
import type { PostIssue } from "../../newsletter/use-post-issue.ts";
import { type Check, summaryOf, useGoTo } from "../check/use-check.ts";
import { firstPicture } from "../first-picture.ts";
import { type Problem, pathOf } from "../post-values.ts";
import { planKindOf } from "../session/create-planner.ts";
import type { Session } from "../session/create-session.ts";
import type { SessionState } from "../session/reduce-session.ts";
import { CategoryField } from "../side-panel/side-fields.tsx";
import type { Rights } from "../use-rights.ts";
import { lacksOnlyCategory, type Publishing } from "./use-publish.ts";

type PublishSheetProps = {
  session: Session;
  state: SessionState;
  rights: Rights;
  categories: readonly { id: string; name: string }[];
  check: Check;
  newsletter: PostIssue;
  keepDate: boolean;
  onKeepDate(keepDate: boolean): void;
  onFollow(field?: Problem["field"]): void;
  publishing: Publishing;
};

type SheetProps = Omit<PublishSheetProps, "publishing"> & {
  begins: "now" | "later";
  /** @returns whether it is published */
  onPublish(): Promise<boolean>;
  onClose(): void;
};

/** The first picture of the text, as long as the post has none of its own. */
const offeredPicture = ({ featured_image, content, content_format }: SessionState["values"]) =>
  featured_image === null ? firstPicture(content, content_format) : null;

const lacksCategory = ({ kind, category_id }: SessionState["values"]) => kind === "post" && category_id === "";

type PictureProps = Pick<PublishSheetProps, "session" | "state"> & { isTaken: boolean; onTaken(isTaken: boolean): void };

function Picture({ session, state: { values }, isTaken, onTaken }: PictureProps) {
  const [isPicking, setPicking] = useState(false);
  const offered = offeredPicture(values);
  const url = values.featured_image ?? offered?.url;
  return (
    <div className="sheet-picture">
      {url ? <Thumbnail url={url} alt={values.featured_image_alt || offered?.alt || "The image"} /> : null}
      <div>
        {offered ? (
          <Checkbox label="Use the text’s first image" checked={isTaken} onChange={({ target }) => onTaken(target.checked)} />
        ) : url ? null : (
          <p className="field-hint">No image: a drawing takes its place.</p>
        )}
        <button type="button" className="small-button" onClick={() => setPicking(true)}>
          {url ? "Choose another image" : "Choose an image"}
        </button>
      </div>
      <MediaPicker
        open={isPicking}
        onClose={() => setPicking(false)}
        onPick={({ url: featured_image, alt }) => {
          setPicking(false);
          session.set({ featured_image, featured_image_alt: alt });
        }}
      />
    </div>
  );
}

type WhenProps = {
  when: "now" | "later";
  wall: string;
  error: string | undefined;
  onWhen(when: "now" | "later"): void;
  onWall(wall: string): void;
};

function When({ when, wall, error, onWhen, onWall }: WhenProps) {
  const { timezone } = useSite();
  return (
    <div className="sheet-when">
      <ButtonGroup className="segments" aria-label="When">
        {(["now", "later"] as const).map((one) => (
          <button key={one} type="button" aria-pressed={when === one} onClick={() => onWhen(one)}>
            {one === "now" ? "Now" : "At a time"}
          </button>
        ))}
      </ButtonGroup>
      {when === "later" ? (
        <Field
          type="datetime-local"
          label="Date and time"
          name="sheet_at"
          value={wall}
          hint={`Site time zone: ${timezone}`}
          error={error}
          onChange={({ target }) => onWall(target.value)}
        />
      ) : null}
    </div>
  );
}

function CheckLine({ check, onFollow, onClose }: Pick<SheetProps, "check" | "onFollow" | "onClose">) {
  const { start, checked, required, findings } = check;
  const { goToFinding, goToProblem } = useGoTo(onFollow);
  useEffect(start, [start]);
  // The sheet asks for the category itself.
  const others = required.filter(({ field }) => field !== "category_id");
  const missing = others[0];
  const found = findings.find(({ severity }) => severity === "fix");
  const fix = () => {
    onClose();
    // After the dialog has given the focus back.
    requestAnimationFrame(() => (missing ? goToProblem(missing) : found ? goToFinding(found) : undefined));
  };
  return (
    <div className="sheet-check">
      <p role="status">{checked ? summaryOf(findings, others.length) : "Checking..."}</p>
      {missing || found ? (
        <button type="button" className="small-button" onClick={fix}>
          Fix
        </button>
      ) : null}
    </div>
  );
}

type Choices = Omit<WhenProps, "error"> & {
  takesPicture: boolean;
  onTakesPicture(takes: boolean): void;
  goesTo: NewsletterChoice;
  onGoesTo(goesTo: NewsletterChoice): void;
};

/** A post is sent once it is public. An update that is scheduled changes no issue. */
const isSendable = ({ values, stored }: SessionState, when: "now" | "later"): boolean =>
  values.kind === "post" && !(when === "later" && planKindOf({ stored }) === "update");

const buttonText = ({ stored, values, saving, plan }: SessionState, when: "now" | "later"): string => {
  const isUpdate = planKindOf({ stored }) === "update";
  if (plan.isBusy) return "Scheduling...";
  if (saving) return isUpdate ? "Updating..." : "Publishing...";
  if (when === "later") return isUpdate ? "Schedule update" : "Schedule";
  return isUpdate ? `Update ${values.kind === "page" ? "Page" : "Post"}` : "Publish";
};

/** Sends what the sheet says, and closes it unless something in it has to be corrected. */
function useSubmit({ session, state, keepDate, newsletter, onPublish, onClose }: SheetProps) {
  const { timezone } = useSite();
  type Sent = { wall: string | null; takesPicture: boolean; goesTo: NewsletterChoice };
  return async ({ wall, takesPicture, goesTo }: Sent) => {
    if (state.saving !== null || state.plan.isBusy) return;
    const picture = offeredPicture(session.readValues());
    if (picture && takesPicture) session.set({ featured_image: picture.url, featured_image_alt: picture.alt });
    const isDone = wall === null ? await onPublish() : await session.plan(wall, timezone, keepDate);
    const after = session.get();
    const { id, values } = after.stored;
    if (isDone && goesTo !== "" && id !== null) {
      const category_id = goesTo === "category" ? values.category_id : null;
      newsletter.send({ id, category_id, when: wall === null ? "now" : "with post" });
    }
    if (isDone || !(lacksOnlyCategory(after) || after.plan.error !== undefined)) onClose();
    else document.querySelector<HTMLElement>('.publish-sheet [aria-invalid="true"]')?.focus();
  };
}

/** The fields that stand between a text and its readers. */
function SheetFields(props: SheetProps & Choices) {
  const { when, wall, takesPicture, goesTo, onWhen, onWall, onTakesPicture, onGoesTo, newsletter } = props;
  const { session, state, rights, categories, check, keepDate, onKeepDate, onFollow, onClose } = props;
  const { values, stored, plan, problems } = state;
  const [asksForCategory] = useState(lacksCategory(values));
  return (
    <>
      {asksForCategory ? (
        <CategoryField
          values={values}
          isNew={stored.id === null}
          categories={categories}
          rights={rights}
          errorOf={(field) => problems.find((problem) => problem.field === field)?.message}
          onChange={session.set}
        />
      ) : null}
      <Picture session={session} state={state} isTaken={takesPicture} onTaken={onTakesPicture} />
      <When when={when} wall={wall} error={plan.error} onWhen={onWhen} onWall={onWall} />
      {isSendable(state, when) ? (
        <NewsletterField
          newsletter={newsletter}
          category={categories.find(({ id }) => id === values.category_id)}
          language={values.language}
          value={goesTo}
          onChange={onGoesTo}
        />
      ) : null}
      {stored.published_at && values.kind === "post" ? (
        <Toggle
          label="Keep the original publication date"
          checked={keepDate}
          onChange={({ target }) => onKeepDate(target.checked)}
        />
      ) : null}
      <CheckLine check={check} onFollow={onFollow} onClose={onClose} />
      {values.slug ? (
        <p className="sheet-address">
          {planKindOf(state) === "update" ? "Live at" : "Will be published at"} {pathTo(pathOf(values))}
        </p>
      ) : null}
    </>
  );
}

function OpenSheet(props: SheetProps) {
  const { session, state, begins, onClose } = props;
  const { plan, saving, values } = state;
  const { timezone } = useSite();
  const [when, setWhen] = useState(begins);
  const [wall, setWall] = useState(plan.planned ? wallTime(new Date(plan.planned.at), timezone) : offeredTime(timezone));
  const [takesPicture, setTakesPicture] = useState(true);
  const [goesTo, setGoesTo] = useState<NewsletterChoice>("");
  const send = useSubmit(props);
  const submit = () =>
    void send({ wall: when === "later" ? wall : null, takesPicture, goesTo: isSendable(state, when) ? goesTo : "" });
  const button = useRef<HTMLButtonElement>(null);
  const [asksFirst] = useState(lacksCategory(values));
  useEffect(() => {
    if (!asksFirst) button.current?.focus();
  }, [asksFirst]);
  const press = (event: KeyboardEvent) => {
    const isSent = (event.ctrlKey || event.metaKey) && event.key === "Enter" && !event.repeat && !isComposing(event.nativeEvent);
    if (!isSent || document.querySelectorAll("dialog[open]").length > 1) return;
    event.preventDefault();
    submit();
  };
  const close = () => {
    session.dispatch({ type: "plan error dismissed" });
    onClose();
  };
  const isBusy = saving !== null || plan.isBusy;
  const shown = { when, wall, takesPicture, goesTo };
  const changes = { onWhen: setWhen, onWall: setWall, onTakesPicture: setTakesPicture, onGoesTo: setGoesTo };
  return (
    <Dialog title={planKindOf(state) === "update" ? "Update" : "Publish"} size="sheet" open onClose={close}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Enter is for every field in it */}
      <div className="publish-sheet" onKeyDown={press}>
        <SheetFields {...props} {...shown} {...changes} onClose={close} />
        <button ref={button} type="button" className="button button-solid" aria-disabled={isBusy || undefined} onClick={submit}>
          {buttonText(state, when)}
        </button>
      </div>
    </Dialog>
  );
}

/** What to decide before a post goes live, in one place; nothing while it is closed. */
export function PublishSheet({ publishing: { sheet, publishNow, closeSheet }, ...props }: PublishSheetProps) {
  return sheet ? <OpenSheet {...props} begins={sheet.begins} onPublish={publishNow} onClose={closeSheet} /> : null;
}
