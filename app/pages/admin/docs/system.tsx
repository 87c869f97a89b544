import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { adminRoutes } from "../../../admin-routes.ts";
import type { SystemFacts } from "../../../domain/system/system.ts";
import { routes } from "../../../routes.ts";
import { Badge } from "../frame/badge.tsx";
import { DataTable } from "../frame/data-table.tsx";
import { useDates } from "../frame/dates.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { RetryButton } from "../frame/retry-button.tsx";
import { useEndOfWork } from "../frame/use-end-of-work.ts";
import { Checks } from "./checks.tsx";
import { operationsQuery, retryJob, systemQuery } from "./queries.ts";

type FailedJob = SystemFacts["failed_jobs"][number];

const Retry = ({ id, name }: FailedJob) => (
  <RetryButton id={id} name={name} noun="job" call={retryJob} success="The job runs again within seconds" list="system" />
);

function FailedJobs({ jobs, retried }: { jobs: FailedJob[]; retried: number }) {
  const dates = useDates();
  const progress = (
    <p role="status">
      {retried > 0 ? (retried === 1 ? "1 job is running again..." : `${retried} jobs are running again...`) : null}
    </p>
  );
  if (jobs.length === 0)
    return (
      <div className="docs-jobs">
        {progress}
        {retried > 0 ? null : <p>No background work has failed in the last 24 hours.</p>}
      </div>
    );
  return (
    <div className="docs-jobs">
      {progress}
      <p>
        These jobs failed after several attempts. The server’s log says more. Once the cause is fixed, you can run a job again.
      </p>
      <DataTable
        caption="Jobs that failed in the last 24 hours"
        rows={jobs}
        rowKey={({ id }) => id}
        columns={[
          { key: "job", title: "Job", render: ({ name }) => <code>{name}</code> },
          { key: "reason", title: "Reason", render: ({ reason }) => reason },
          { key: "at", title: "Failed", render: ({ failed_at }) => dates.time(failed_at) },
          { key: "again", title: "Retry", render: (job) => <Retry {...job} /> },
        ]}
      />
    </div>
  );
}

type Table = { [name: string]: string | Table | ((...parts: never[]) => string) };

/** The placeholder for the variable parts of a path, such as an article's slug. */
const PART = ":part";

const unmade = (address: string) => decodeURIComponent(address.split(/[?#]/)[0] ?? "");

function pathsOf(table: Table): string[] {
  const all = Object.values(table).flatMap((entry): string[] => {
    if (typeof entry === "string") return [entry];
    if (typeof entry !== "function") return pathsOf(entry);
    const parts = Array.from({ length: entry.length }, () => PART) as never[];
    return [unmade(entry(...parts))];
  });
  return [...new Set(all)];
}

export const publicPaths = (): string[] => pathsOf(routes as unknown as Table);

export const adminPaths = (): string[] => pathsOf(adminRoutes as unknown as Table);

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="docs-section">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Folded({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className="docs-fold">
      <summary>{summary}</summary>
      {children}
    </details>
  );
}

const lines = (noun: string, { length }: readonly unknown[]) => `${length} ${noun}`;

function Versions({ facts: { version, node, postgres } }: { facts: SystemFacts }) {
  const rows = { Version: version, "Node.js": node, PostgreSQL: postgres };
  return (
    <dl className="docs-facts">
      {Object.entries(rows).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Operations() {
  return (
    <QueryView query={useQuery(operationsQuery())} noun="routes">
      {(rows) => (
        <Folded summary={lines("operations", rows)}>
          <DataTable
            caption="Operations of the API"
            rows={rows}
            rowKey={({ method, path }) => `${method} ${path}`}
            columns={[
              { key: "path", title: "Path", render: ({ path }) => <code>{path}</code> },
              { key: "method", title: "Method", render: ({ method }) => method },
              { key: "summary", title: "What it does", render: ({ summary }) => summary },
            ]}
          />
        </Folded>
      )}
    </QueryView>
  );
}

function Addresses({ of, noun }: { of: string[]; noun: string }) {
  return (
    <Folded summary={lines(noun, of)}>
      <ul className="docs-addresses">
        {of.map((address) => (
          <li key={address}>
            <code>{address}</code>
          </li>
        ))}
      </ul>
    </Folded>
  );
}

function Environment({ facts }: { facts: SystemFacts }) {
  return (
    <>
      {facts.unknown_proxy ? (
        <p>
          Requests seem to come through a proxy, but <code>TRUST_PROXY</code> is 0. Visitors can’t be told apart by their
          addresses, so they share limits. Set <code>TRUST_PROXY</code> to the number of proxies in front of the site.
        </p>
      ) : null}
      <p>Which variables are set. Their values are never shown.</p>
      <DataTable
        caption="Environment variables"
        rows={facts.environment}
        rowKey={({ name }) => name}
        columns={[
          { key: "name", title: "Name", render: ({ name }) => <code>{name}</code> },
          {
            key: "set",
            title: "Status",
            render: ({ is_set }) => <Badge tone={is_set ? "green" : "gray"}>{is_set ? "Set" : "Not set"}</Badge>,
          },
        ]}
      />
    </>
  );
}

function Migrations({ facts }: { facts: SystemFacts }) {
  const dates = useDates();
  return (
    <Folded summary={lines("migrations applied", facts.migrations)}>
      <DataTable
        caption="Applied migrations"
        rows={facts.migrations}
        rowKey={({ name }) => name}
        columns={[
          { key: "name", title: "Name", render: ({ name }) => <code>{name}</code> },
          { key: "at", title: "Applied", render: ({ applied_at }) => dates.time(applied_at) },
        ]}
      />
    </Folded>
  );
}

function Dependencies({ facts }: { facts: SystemFacts }) {
  return (
    <Folded summary={lines("packages", facts.dependencies)}>
      <DataTable
        caption="Dependencies"
        rows={facts.dependencies}
        rowKey={({ name }) => name}
        columns={[
          { key: "name", title: "Package", render: ({ name }) => name },
          { key: "version", title: "Version", render: ({ version }) => version },
          { key: "license", title: "License", render: ({ license }) => license },
        ]}
      />
    </Folded>
  );
}

function Facts({ facts }: { facts: SystemFacts }) {
  return (
    <>
      <Section title="Versions">
        <Versions facts={facts} />
      </Section>
      <Section title="Checks">
        <Checks />
      </Section>
      <Section title="Failed jobs">
        <FailedJobs jobs={facts.failed_jobs} retried={facts.retried_jobs} />
      </Section>
      <Section title="Environment">
        <Environment facts={facts} />
      </Section>
      <Section title="Migrations">
        <Migrations facts={facts} />
      </Section>
      <Section title="Pages">
        <Addresses of={publicPaths()} noun="public pages, feeds and files" />
        <Addresses of={adminPaths()} noun="pages of the back office" />
      </Section>
      <Section title="API">
        <Operations />
      </Section>
      <Section title="Dependencies and licenses">
        <Dependencies facts={facts} />
      </Section>
    </>
  );
}

const COUNTS_JOBS = [["admin", "dashboard"]] as const;

export function System() {
  const query = useQuery(systemQuery());
  useEndOfWork((query.data?.retried_jobs ?? 0) > 0, COUNTS_JOBS);
  return (
    <QueryView query={query} noun="system facts">
      {(facts) => <Facts facts={facts} />}
    </QueryView>
  );
}
