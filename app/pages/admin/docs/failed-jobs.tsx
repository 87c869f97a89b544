import type { SystemFacts } from "../../../domain/system/model.ts";
import { DataTable } from "../frame/data-table.tsx";
import { useDates } from "../frame/dates.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { retryJob } from "./queries.ts";

type FailedJob = SystemFacts["failed_jobs"][number];

function Retry({ id, name }: FailedJob) {
  const retry = useAdminMutation({
    call: retryJob,
    success: "The job is done again within seconds",
    failure: (message) => `Failed to retry job: ${message}`,
    invalidates: [
      ["admin", "system"],
      ["admin", "dashboard"],
      ["admin", "audit"],
    ],
  });
  return (
    <button
      type="button"
      className="small-button"
      aria-disabled={retry.isPending || undefined}
      onClick={() => retry.isPending || retry.mutate(id)}
    >
      {retry.isPending ? "Retrying..." : "Retry"}
      <span className="sr-only">: {name}</span>
    </button>
  );
}

/** Background work that was given up: why, and once more. */
export function FailedJobs({ jobs }: { jobs: FailedJob[] }) {
  const dates = useDates();
  if (jobs.length === 0) return <p>No background work has failed in the last 24 hours.</p>;
  return (
    <>
      <p>
        What nothing came of, although it was tried again and again. The server's log says more. Once the cause is mended, a job
        can be tried once more.
      </p>
      <DataTable
        caption="Jobs that failed in the last 24 hours"
        rows={jobs}
        rowKey={({ id }) => id}
        columns={[
          { key: "job", title: "Job", render: ({ name }) => <code>{name}</code> },
          { key: "reason", title: "Reason", render: ({ reason }) => reason },
          { key: "at", title: "Failed", render: ({ failed_at }) => dates.time(failed_at) },
          { key: "again", title: "Again", render: (job) => <Retry {...job} /> },
        ]}
      />
    </>
  );
}
