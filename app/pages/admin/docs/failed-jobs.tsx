import type { SystemFacts } from "../../../domain/system/model.ts";
import { DataTable } from "../frame/data-table.tsx";
import { useDates } from "../frame/dates.tsx";
import { RetryButton } from "../frame/retry-button.tsx";
import { retryJob } from "./queries.ts";

type FailedJob = SystemFacts["failed_jobs"][number];

const Retry = ({ id, name }: FailedJob) => (
  <RetryButton id={id} name={name} noun="job" call={retryJob} success="The job is done again within seconds" list="system" />
);

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
