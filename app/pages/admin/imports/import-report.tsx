import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { adminRoutes } from "../../../admin-routes.ts";
import type { Import } from "../../../domain/imports/import.ts";
import {
  AT_WORK,
  type ImportState,
  KIND_NAMES,
  OUTCOMES,
  type Outcome,
  THINGS,
  type Thing,
} from "../../../domain/imports/import-rules.ts";
import type { ArchivedSetting } from "../../../domain/settings/settings.ts";
import { Checkbox } from "../../../ui/form/described-fields.tsx";
import { Link } from "../../../ui/link.tsx";
import { Badge, type BadgeTone } from "../frame/badge.tsx";
import { type Column, DataTable } from "../frame/data-table.tsx";
import { FocusKeepingButton } from "../frame/focus-keeping-button.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useConfirm } from "../frame/use-confirm.tsx";
import { useEndOfWork } from "../frame/use-end-of-work.ts";
import { useLostFocus } from "../frame/use-lost-focus.ts";
import { Choices } from "./choices.tsx";
import { Findings, type FindingsProps } from "./findings.tsx";
import { MissingPictures } from "./missing-pictures.tsx";
import { CHANGED_IMPORTS, cancelImport, deleteImport, importQuery, isAtWork, startImport, undoImport } from "./queries.ts";
import { useImportMutation } from "./use-import-mutation.ts";

export const STATES: Record<ImportState, { label: string; tone: BadgeTone }> = {
  checking: { label: "Checking", tone: "blue" },
  checked: { label: "Ready to import", tone: "amber" },
  refused: { label: "Refused", tone: "red" },
  importing: { label: "Importing", tone: "blue" },
  pictures: { label: "Fetching images", tone: "blue" },
  done: { label: "Imported", tone: "green" },
  cancelled: { label: "Canceled", tone: "gray" },
  failed: { label: "Failed", tone: "red" },
  undoing: { label: "Undoing", tone: "blue" },
  undone: { label: "Undone", tone: "gray" },
};

const THING_NAMES: Record<Thing, string> = {
  posts: "Posts",
  authors: "Authors",
  categories: "Categories",
  tags: "Tags",
  comments: "Comments",
  pictures: "Images",
  redirects: "Redirects",
};
const OUTCOME_NAMES: Record<Outcome, string> = {
  added: "New",
  updated: "Updated",
  unchanged: "Unchanged",
  skipped: "Left out",
};
const figures = new Intl.NumberFormat("en-US");
export const figure = (n: number): string => figures.format(n);

function progressOf({ state, done, total }: Import): string {
  const what = state === "pictures" ? "images" : "posts";
  return total > 0 ? `${figure(done)} of ${figure(total)} ${what}` : "Reading the file...";
}

/** @param taken whether the settings that can be imported will be or have been */
const columnsFor = (taken: boolean): Column<ArchivedSetting>[] => [
  { key: "name", title: "Setting", render: ({ name }) => <span className="import-place">{name}</span> },
  { key: "value", title: "In the archive", render: ({ value }) => <span className="import-place">{value || "(empty)"}</span> },
  { key: "refused", title: "Result", render: ({ refused }) => refused ?? (taken ? "Imported" : "Not imported") },
];

type SettingsChoiceProps = { of: Import; checked: boolean; onChange(checked: boolean): void };

function SettingsChoice({ of, checked, onChange }: SettingsChoiceProps) {
  const isUnderWay = AT_WORK.includes(of.state);
  const canBeTaken = of.settings.some(({ refused }) => refused === null);
  const isDone = isUnderWay || of.state === "done";
  return (
    <>
      {canBeTaken && !isUnderWay ? (
        <Checkbox
          label="Import settings"
          hint="Only settings that haven’t been changed here. The site’s URL, maintenance mode and account rules are never imported."
          checked={checked}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      ) : null}
      <DataTable
        caption="Settings of the archive"
        columns={columnsFor(checked || (isDone && of.take_settings))}
        rows={of.settings}
        rowKey={({ name }) => name}
      />
    </>
  );
}

function refusalText({ place, sentence }: { place: string; sentence: string }): string {
  if (place === "the whole file") return sentence;
  return `${place.charAt(0).toUpperCase()}${place.slice(1)}: ${sentence}`;
}

function Progress({ of }: { of: Import }) {
  if (of.refusal)
    return (
      <p role="alert" className="import-refusal">
        <strong>{of.state === "failed" ? "The import stopped." : "The file can’t be imported; nothing was stored."}</strong>{" "}
        {refusalText(of.refusal)}
      </p>
    );
  if (of.is_stopping)
    return (
      <p role="status" className="import-note">
        Saving the posts that were already under way...
      </p>
    );
  if (of.state === "undone") return <p className="import-note">Everything it added was deleted.</p>;
  if (of.state === "checked")
    return <p className="import-note">Nothing has been stored yet. This is what the import would do.</p>;
  if (of.finished_at) return null;
  return (
    <div className="import-progress">
      <progress aria-label="Progress" max={Math.max(1, of.total)} value={of.total > 0 ? of.done : undefined} />
      <span role="status">{progressOf(of)}</span>
    </div>
  );
}

function Outcomes({ of }: { of: Import }) {
  const columns: Column<Thing>[] = [
    { key: "thing", title: "Kind", render: (thing) => THING_NAMES[thing] },
    ...OUTCOMES.filter((outcome) => outcome === "added" || THINGS.some((thing) => of.counts[thing][outcome] > 0)).map(
      (outcome): Column<Thing> => ({
        key: outcome,
        title: OUTCOME_NAMES[outcome],
        align: "right",
        render: (thing) => figure(of.counts[thing][outcome]),
      }),
    ),
  ];
  return (
    <>
      <Progress of={of} />
      {of.state === "refused" ? null : <DataTable caption="Result" columns={columns} rows={THINGS} rowKey={(thing) => thing} />}
    </>
  );
}

const START: Partial<Record<Import["state"], string>> = {
  checked: "Import now",
  cancelled: "Continue",
  failed: "Try Again",
  done: "Import again",
  undone: "Import again",
};

const UNDO =
  "Posts it added are deleted with their comments, images, categories, tags and redirects. Posts it updated get their previous text back. Anything edited here since then, or with comments from your readers, stays. This can’t be undone.";

/** `isDirty`: the file hasn't been checked with the current choices yet. */
type ButtonsProps = { of: Import; takeSettings: boolean; isDirty: boolean; onClose(): void };

function Buttons({ of, takeSettings, isDirty, onClose }: ButtonsProps) {
  const confirm = useConfirm();
  const start = useImportMutation(startImport, "Import started");
  const cancel = useImportMutation(cancelImport, "Import canceled");
  const remove = useAdminMutation({
    call: deleteImport,
    success: "Import deleted",
    failure: (message: string) => `Failed to change import: ${message}`,
    invalidates: [["admin", "imports", "list"]],
  });
  const undo = useImportMutation(undoImport, "Import is being undone");
  const isBusy = start.isPending || cancel.isPending || remove.isPending || undo.isPending;
  const takeBack = async () => {
    if (await confirm({ title: "Undo import", text: UNDO, action: "Undo import", tone: "danger" })) undo.mutate(of.id);
  };
  const forget = async () => {
    const text = "This deletes the file and its report. Everything it imported stays.";
    if (!(await confirm({ title: "Delete import", text, action: "Delete", tone: "danger" }))) return;
    remove.mutate(of.id, { onSuccess: onClose });
  };
  const label = START[of.state];
  return (
    <div className="import-buttons">
      {label && !isDirty ? (
        <FocusKeepingButton
          className="button button-solid"
          isDisabled={isBusy}
          onClick={() => start.mutate({ id: of.id, takeSettings })}
        >
          {label}
        </FocusKeepingButton>
      ) : null}
      {AT_WORK.includes(of.state) ? (
        <FocusKeepingButton className="button" isDisabled={isBusy} onClick={() => cancel.mutate(of.id)}>
          Cancel
        </FocusKeepingButton>
      ) : (
        <FocusKeepingButton className="button" isDisabled={isBusy} onClick={() => void forget()}>
          Delete
        </FocusKeepingButton>
      )}
      {of.undo_until && !AT_WORK.includes(of.state) ? (
        <FocusKeepingButton className="button" isDisabled={isBusy} onClick={() => void takeBack()}>
          Undo import
        </FocusKeepingButton>
      ) : null}
      <button type="button" className="button" onClick={onClose}>
        All imports
      </button>
    </div>
  );
}

/** The heading, which takes the focus when the button that was pressed is gone. */
function Name({ of: { name, state, kind } }: { of: Import }) {
  const heading = useLostFocus<HTMLHeadingElement>(state);
  return (
    <>
      <h2 ref={heading} id="opened-import" tabIndex={-1}>
        {name}
      </h2>
      <p className="import-state">
        <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
        {kind ? <span>{KIND_NAMES[kind]}</span> : null}
      </p>
    </>
  );
}

const SubscribersNote = () => (
  <p className="import-note">
    The file also has a list of subscribers.{" "}
    <Link className="text-link" to={adminRoutes.subscriberImport()}>
      Import them from the same file
    </Link>
  </p>
);

const CHOOSABLE: readonly ImportState[] = ["checked", "cancelled", "failed", "done", "undone"];

type ImportReportProps = {
  id: string;
  picturePage: string;
  pictureHref(patch: { page: string }): string;
  onClose(): void;
} & Omit<FindingsProps, "of">;

export function ImportReport({ id, picturePage, pictureHref, onClose, ...list }: ImportReportProps) {
  const query = useQuery(importQuery(id));
  useEndOfWork(isAtWork(query.data), CHANGED_IMPORTS);
  const [takeSettings, setTakeSettings] = useState(false);
  const [isDirty, setDirty] = useState(false);
  return (
    <section className="import-opened" aria-labelledby="opened-import">
      <QueryView query={query} noun="import">
        {(of) => (
          <>
            <Name of={of} />
            <Outcomes of={of} />
            {of.has_subscribers && of.state !== "refused" ? <SubscribersNote /> : null}
            {of.settings.length > 0 ? <SettingsChoice of={of} checked={takeSettings} onChange={setTakeSettings} /> : null}
            {CHOOSABLE.includes(of.state) ? <Choices of={of} onDirty={setDirty} /> : null}
            <Buttons of={of} takeSettings={takeSettings} isDirty={isDirty} onClose={onClose} />
            {of.state === "refused" ? null : <Findings of={of} {...list} />}
            {of.missing_pictures > 0 && of.state !== "checked" ? (
              <MissingPictures of={of} page={picturePage} href={pictureHref} />
            ) : null}
          </>
        )}
      </QueryView>
    </section>
  );
}
