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
import { operationsQuery, retryJob, systemQuery } from "./queries.ts";

type FailedJob = SystemFacts["failed_jobs"][number];

const Retry = ({ id, name }: FailedJob) => (
  <RetryButton id={id} name={name} noun="job" call={retryJob} success="The job is done again within seconds" list="system" />
);

/** Background work that was given up: why, and once more. */
function FailedJobs({ jobs }: { jobs: FailedJob[] }) {
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

type Table = { [name: string]: string | Table | ((...parts: never[]) => string) };

/** What stands for the parts of an address that differ, such as an article's slug. */
const PART = ":part";

const unmade = (address: string) => decodeURIComponent(address.split("?")[0] ?? "");

/** Every address that a table of addresses can make, each once and in the table's order. */
function addressesOf(table: Table): string[] {
  const all = Object.values(table).flatMap((entry): string[] => {
    if (typeof entry === "string") return [entry];
    if (typeof entry !== "function") return addressesOf(entry);
    const parts = Array.from({ length: entry.length }, () => PART) as never[];
    return [unmade(entry(...parts))];
  });
  return [...new Set(all)];
}

/** The addresses of pages, feeds and files. */
export const publicAddresses = (): string[] => addressesOf(routes as unknown as Table);

/** The addresses of the back office. */
export const adminAddresses = (): string[] => addressesOf(adminRoutes as unknown as Table);

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="docs-section">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

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
      )}
    </QueryView>
  );
}

function Addresses({ of }: { of: string[] }) {
  return (
    <ul className="docs-addresses">
      {of.map((address) => (
        <li key={address}>
          <code>{address}</code>
        </li>
      ))}
    </ul>
  );
}

function Facts({ facts }: { facts: SystemFacts }) {
  const dates = useDates();
  return (
    <>
      <Section title="Versions">
        <Versions facts={facts} />
      </Section>
      <Section title="Failed jobs">
        <FailedJobs jobs={facts.failed_jobs} />
      </Section>
      <Section title="Environment">
        {facts.unknown_proxy ? (
          <p>
            Requests seem to come through a proxy, but <code>TRUST_PROXY</code> is 0. Visitors can't be told apart by their
            addresses, so they share limits. Set <code>TRUST_PROXY</code> to the number of proxies in front of the site.
          </p>
        ) : null}
        <p>Which variables are set. Their values are shown to nobody.</p>
        <DataTable
          caption="Environment variables"
          rows={facts.environment}
          rowKey={({ name }) => name}
          columns={[
            { key: "name", title: "Name", render: ({ name }) => <code>{name}</code> },
            {
              key: "set",
              title: "State",
              render: ({ is_set }) => <Badge tone={is_set ? "green" : "grey"}>{is_set ? "Set" : "Not set"}</Badge>,
            },
          ]}
        />
      </Section>
      <Section title="Migrations">
        <DataTable
          caption="Applied migrations"
          rows={facts.migrations}
          rowKey={({ name }) => name}
          columns={[
            { key: "name", title: "Name", render: ({ name }) => <code>{name}</code> },
            { key: "at", title: "Applied", render: ({ applied_at }) => dates.time(applied_at) },
          ]}
        />
      </Section>
      <Section title="Pages">
        <Addresses of={publicAddresses()} />
        <Addresses of={adminAddresses()} />
      </Section>
      <Section title="API">
        <Operations />
      </Section>
      <Section title="Dependencies and licences">
        <DataTable
          caption="Dependencies"
          rows={facts.dependencies}
          rowKey={({ name }) => name}
          columns={[
            { key: "name", title: "Package", render: ({ name }) => name },
            { key: "version", title: "Version", render: ({ version }) => version },
            { key: "license", title: "Licence", render: ({ license }) => license },
          ]}
        />
      </Section>
    </>
  );
}

/** What this installation stands on. */
export function System() {
  return (
    <QueryView query={useQuery(systemQuery())} noun="system facts">
      {(facts) => <Facts facts={facts} />}
    </QueryView>
  );
}
