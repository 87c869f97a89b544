import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AT_WORK, type Import, KIND_NAMES } from "../../../domain/importing/model.ts";
import { Badge } from "../frame/badge.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useConfirm } from "../frame/use-confirm.tsx";
import { Findings } from "./findings.tsx";
import { CHANGED_IMPORTS, cancelImport, deleteImport, importQuery, startImport } from "./queries.ts";
import { Report } from "./report.tsx";
import { SettingsChoice } from "./settings-choice.tsx";
import { STATES } from "./words.ts";

const failure = (message: string) => `Failed: ${message}`;
const START: Partial<Record<Import["state"], string>> = {
  checked: "Import Now",
  cancelled: "Go On",
  failed: "Try Again",
  done: "Import Again",
};

/** What can be done with an import as it stands. */
function Buttons({ of, takeSettings, onClose }: { of: Import; takeSettings: boolean; onClose(): void }) {
  const confirm = useConfirm();
  const start = useAdminMutation({ call: startImport, success: "Import started", failure, invalidates: CHANGED_IMPORTS });
  const cancel = useAdminMutation({ call: cancelImport, success: "Import cancelled", failure, invalidates: CHANGED_IMPORTS });
  const remove = useAdminMutation({
    call: deleteImport,
    success: "Import forgotten",
    failure,
    invalidates: [["admin", "imports", "list"]],
  });
  const isBusy = start.isPending || cancel.isPending || remove.isPending;
  const forget = async () => {
    const text = "The file and its report are deleted. What it brought stays.";
    if (!(await confirm({ title: "Forget import", text, action: "Forget", tone: "danger" }))) return;
    remove.mutate(of.id, { onSuccess: onClose });
  };
  const label = START[of.state];
  return (
    <div className="import-buttons">
      {label ? (
        <button
          type="button"
          className="button button-solid"
          disabled={isBusy}
          onClick={() => start.mutate({ id: of.id, takeSettings })}
        >
          {label}
        </button>
      ) : null}
      {AT_WORK.includes(of.state) ? (
        <button type="button" className="button" disabled={isBusy} onClick={() => cancel.mutate(of.id)}>
          Cancel
        </button>
      ) : (
        <button type="button" className="button" disabled={isBusy} onClick={() => void forget()}>
          Forget
        </button>
      )}
      <button type="button" className="button" onClick={onClose}>
        All Imports
      </button>
    </div>
  );
}

type OpenedProps = {
  id: string;
  severity: string;
  page: string;
  href(patch: { page: string }): string;
  onSeverity(severity: string): void;
  onClose(): void;
};

/** One import: where it stands, what comes of it, and what to do. */
export function Opened({ id, onClose, ...list }: OpenedProps) {
  const query = useQuery(importQuery(id));
  const [takeSettings, setTakeSettings] = useState(false);
  return (
    <section className="import-opened" aria-labelledby="opened-import">
      <QueryView query={query} noun="import">
        {(of) => (
          <>
            <h2 id="opened-import">{of.name}</h2>
            <p className="import-state">
              <Badge tone={STATES[of.state].tone}>{STATES[of.state].label}</Badge>
              {of.kind ? <span>{KIND_NAMES[of.kind]}</span> : null}
            </p>
            <Report of={of} />
            {of.settings.length > 0 ? <SettingsChoice of={of} checked={takeSettings} onChange={setTakeSettings} /> : null}
            <Buttons of={of} takeSettings={takeSettings} onClose={onClose} />
            {of.state === "refused" ? null : <Findings of={of} {...list} />}
          </>
        )}
      </QueryView>
    </section>
  );
}
