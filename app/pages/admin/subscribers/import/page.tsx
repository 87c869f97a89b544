import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { adminRoutes } from "../../../../admin-routes.ts";
import { importStart, type SubscriberImport } from "../../../../domain/subscribers/imports/import.ts";
import {
  ASKED_PER_MINUTE,
  LIST_MAX_MEGABYTES,
  LIST_MAX_ROWS,
  LIST_SOURCES,
  OUTCOMES,
  type Outcome,
  STATEMENT_MAX,
} from "../../../../domain/subscribers/imports/import-rules.ts";
import { FormAlert, SubmitButton, useForm, type Values } from "../../../../ui/form/use-form.tsx";
import { Link } from "../../../../ui/link.tsx";
import { AdminIcon } from "../../frame/admin-icon.tsx";
import { AdminPage } from "../../frame/admin-page.tsx";
import { schemaProblems, serverProblems } from "../../frame/form-problems.ts";
import { QueryView } from "../../frame/query-view.tsx";
import { useAdminMutation } from "../../frame/use-admin-mutation.ts";
import { useConfirm } from "../../frame/use-confirm.tsx";
import { ConsentChoice } from "../consent-choice.tsx";
import { CHANGED_SUBSCRIBERS } from "../queries.ts";
import { figure } from "../subscriber-words.ts";
import { discardImport, downloadLeftOut, importQuery, startImport, uploadList } from "./queries.ts";

const REASONS: Record<Outcome, string> = {
  new: "New",
  known: "Subscribed here already",
  duplicate: "More than once in the file",
  left: "Left here",
  suppressed: "Suppressed here",
  erased: "Erased here",
  "left elsewhere": "Left in the other system",
  "bounced elsewhere": "Bounced in the other system",
  "never confirmed elsewhere": "Never confirmed in the other system",
  invalid: "Not an email address",
};

const failure = (message: string) => message;

function UploadForm({ isAgain }: { isAgain: boolean }) {
  const upload = useAdminMutation({ call: uploadList, invalidates: CHANGED_SUBSCRIBERS });
  const input = useRef<HTMLInputElement>(null);
  const state = useForm(async () => {
    const file = input.current?.files?.[0];
    if (!file) return { fields: { file: "Choose a file first." } };
    if (file.size > LIST_MAX_MEGABYTES * 1024 ** 2)
      return { fields: { file: `The file has more than ${LIST_MAX_MEGABYTES} MB.` } };
    try {
      await upload.mutateAsync(file);
      state.reset();
      return undefined;
    } catch (error) {
      const problems = serverProblems(error, failure);
      const rule = problems.fields?.file;
      return rule ? { message: `The file ${rule}.` } : problems;
    }
  });
  const error = state.errorOf("file");
  return (
    <form {...state.form} className="form subscriber-upload">
      <FormAlert message={state.message} />
      <div className="field">
        <label htmlFor="subscriber-list">{isAgain ? "Another list" : "List of subscribers"}</label>
        <input
          ref={input}
          id="subscriber-list"
          name="file"
          type="file"
          accept=".csv,.tsv,.txt,.zip"
          aria-invalid={error ? true : undefined}
          aria-describedby="subscriber-list-hint"
        />
        <p id="subscriber-list-hint" className={error ? "field-error" : "field-hint"}>
          {error ??
            `An export of Substack, Ghost, Mailchimp, Buttondown or listmonk, also as a zip, or a CSV with a column “email”. At most ${LIST_MAX_MEGABYTES} MB and ${figure(LIST_MAX_ROWS)} lines.`}
        </p>
      </div>
      <SubmitButton state={state} label="Check the list" busyLabel="Checking..." />
    </form>
  );
}

function Counts({ of: { counts } }: { of: SubscriberImport }) {
  const rows = OUTCOMES.filter((name) => name === "new" || counts[name] > 0);
  return (
    <dl className="subscriber-counts">
      {rows.map((name) => (
        <div key={name} data-outcome={name === "new" ? "new" : undefined}>
          <dt>{REASONS[name]}</dt>
          <dd>{figure(counts[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

function StartForm({ of: { counts } }: { of: SubscriberImport }) {
  const [isAsked, setAsked] = useState(false);
  const start = useAdminMutation({ call: startImport, success: "Import started", invalidates: CHANGED_SUBSCRIBERS });
  const state = useForm(async (value: Values) => {
    const read = importStart.safeParse(isAsked ? { ask: true } : { statement: value("statement") });
    if (!read.success) return schemaProblems(read.error);
    try {
      await start.mutateAsync(read.data);
      return undefined;
    } catch (error) {
      return serverProblems(error, failure);
    }
  });
  return (
    <form {...state.form} className="form">
      <FormAlert message={state.message} />
      <ConsentChoice
        state={state}
        isAsked={isAsked}
        onAsked={setAsked}
        labels={{ confirmed: "Yes. Add them as confirmed", asked: "Ask each to confirm" }}
        statement={{
          name: "statement",
          max: STATEMENT_MAX,
          hint: "Where they subscribed, and that they confirmed it. Your statement becomes part of each record of consent.",
        }}
        hint={`Each gets an email with a link that confirms, at most ${ASKED_PER_MINUTE} go out in a minute.`}
      />
      <SubmitButton
        state={state}
        label={isAsked ? `Ask ${figure(counts.new)} to confirm` : `Add ${figure(counts.new)} as confirmed`}
        busyLabel="Starting..."
      />
    </form>
  );
}

function Progress({ of: { state, asks, counts, done, added } }: { of: SubscriberImport }) {
  const what = `${figure(added)} ${added === 1 ? "subscriber" : "subscribers"} ${asks ? "asked to confirm" : "added"}`;
  if (state === "done") return <p role="status">{`Done. ${what}.`}</p>;
  return (
    <div className="subscriber-progress">
      <progress aria-label="Import" max={Math.max(1, counts.new)} value={done} />
      <p role="status">{`${figure(done)} of ${figure(counts.new)}`}</p>
    </div>
  );
}

function Discard({ state, asks }: Pick<SubscriberImport, "state" | "asks">) {
  const confirm = useConfirm();
  const isRunning = state === "running";
  const discard = useAdminMutation({
    call: discardImport,
    success: isRunning ? "Import stopped" : "List deleted",
    failure,
    invalidates: CHANGED_SUBSCRIBERS,
  });
  const ask = async () => {
    const stay = asks ? "Those who were asked so far can still confirm." : "Those who were added so far stay subscribed.";
    const text = `${stay} The rest of the list is deleted.`;
    if (!isRunning || (await confirm({ title: "Stop the import?", text, action: "Stop", tone: "danger" })))
      discard.mutate(undefined);
  };
  return (
    <button type="button" className="button" disabled={discard.isPending} onClick={() => void ask()}>
      {isRunning ? "Stop the import" : "Delete the list"}
    </button>
  );
}

function Report({ of }: { of: SubscriberImport }) {
  const { name, source, state, asks, counts } = of;
  const take = useAdminMutation({ call: downloadLeftOut, failure });
  const out = OUTCOMES.reduce((sum, outcome) => sum + (outcome === "new" ? 0 : counts[outcome]), 0);
  return (
    <section className="subscriber-report" aria-labelledby="subscriber-report">
      <h2 id="subscriber-report" dir="auto">
        {name}
      </h2>
      <p className="row-note">From {LIST_SOURCES[source]}</p>
      <Counts of={of} />
      {out > 0 ? (
        <p>
          {`${figure(out)} ${out === 1 ? "line stays" : "lines stay"} out. `}
          <button type="button" className="text-link" disabled={take.isPending} onClick={() => take.mutate(undefined)}>
            Download them with the reasons (CSV)
          </button>
        </p>
      ) : null}
      {state === "checked" && counts.new > 0 ? <StartForm of={of} /> : null}
      {state === "checked" && counts.new === 0 ? <p>There is nobody new in this list.</p> : null}
      {state === "checked" ? null : <Progress of={of} />}
      <Discard state={state} asks={asks} />
    </section>
  );
}

const Back = (): ReactNode => (
  <Link className="back-link" to={adminRoutes.subscribers()}>
    <AdminIcon name="arrow-left" />
    Subscribers
  </Link>
);

/** Nobody is added before the check, and people who left anywhere stay out. */
export function ImportSubscribers() {
  const query = useQuery(importQuery);
  return (
    <AdminPage
      title="Import subscribers"
      lead="The list is checked first. People who left, bounced or were erased stay out."
      before={<Back />}
      width="narrow"
    >
      <QueryView query={query} noun="import">
        {(found) => (
          <>
            {found.import?.state === "running" ? null : <UploadForm isAgain={found.import !== null} />}
            {found.import ? <Report key={found.import.id} of={found.import} /> : null}
          </>
        )}
      </QueryView>
    </AdminPage>
  );
}
