import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { adminRoutes } from "../../../admin-routes.ts";
import type { SystemFacts } from "../../../domain/system/system.ts";
import { routes } from "../../../routes.ts";
import { TextWith } from "../../../ui/text-with.tsx";
import { Badge } from "../frame/badge.tsx";
import { DataTable } from "../frame/data-table.tsx";
import { useDates } from "../frame/dates.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { RetryButton } from "../frame/retry-button.tsx";
import { useEndOfWork } from "../frame/use-end-of-work.ts";
import { Checks } from "./checks.tsx";
import { operationsQuery, retryJob, systemQuery } from "./queries.ts";
import { CHECKS, JOBS, PARTS } from "./texts.ts";

type FailedJob = SystemFacts["failed_jobs"][number];

const Retry = ({ id, name }: FailedJob) => (
  <RetryButton id={id} name={name} noun="job" call={retryJob} success={JOBS.retried} list="system" />
);

/** The jobs that have failed: why, and a button that runs them again. */
function FailedJobs({ jobs, retried }: { jobs: FailedJob[]; retried: number }) {
  const dates = useDates();
  const progress = <p role="status">{retried > 0 ? JOBS.underWay(retried) : null}</p>;
  if (jobs.length === 0)
    return (
      <div className="docs-jobs">
        {progress}
        {retried > 0 ? null : <p>{JOBS.none}</p>}
      </div>
    );
  return (
    <div className="docs-jobs">
      {progress}
      <p>{JOBS.lead}</p>
      <DataTable
        caption={JOBS.caption}
        rows={jobs}
        rowKey={({ id }) => id}
        columns={[
          { key: "job", title: JOBS.job, render: ({ name }) => <code>{name}</code> },
          { key: "reason", title: JOBS.reason, render: ({ reason }) => reason },
          { key: "at", title: CHECKS.failed, render: ({ failed_at }) => dates.time(failed_at) },
          { key: "again", title: JOBS.retry, render: (job) => <Retry {...job} /> },
        ]}
      />
    </div>
  );
}

type Table = { [name: string]: string | Table | ((...parts: never[]) => string) };

/** The placeholder for the variable parts of a path, such as an article's slug. */
const PART = ":part";

const unmade = (address: string) => decodeURIComponent(address.split("?")[0] ?? "");

/** Every path that a table of routes can make, each once and in the table's order. */
function pathsOf(table: Table): string[] {
  const all = Object.values(table).flatMap((entry): string[] => {
    if (typeof entry === "string") return [entry];
    if (typeof entry !== "function") return pathsOf(entry);
    const parts = Array.from({ length: entry.length }, () => PART) as never[];
    return [unmade(entry(...parts))];
  });
  return [...new Set(all)];
}

/** The paths of pages, feeds and files. */
export const publicPaths = (): string[] => pathsOf(routes as unknown as Table);

/** The paths of the back office. */
export const adminPaths = (): string[] => pathsOf(adminRoutes as unknown as Table);

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="docs-section">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** A list that few people need, folded under what it holds. */
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
  const rows = { [PARTS.version]: version, [PARTS.node]: node, [PARTS.postgres]: postgres };
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
            caption={PARTS.operations}
            rows={rows}
            rowKey={({ method, path }) => `${method} ${path}`}
            columns={[
              { key: "path", title: PARTS.path, render: ({ path }) => <code>{path}</code> },
              { key: "method", title: PARTS.method, render: ({ method }) => method },
              { key: "summary", title: PARTS.whatItDoes, render: ({ summary }) => summary },
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
          <TextWith text={PARTS.unknownProxy} parts={{ variable: <code>TRUST_PROXY</code> }} />
        </p>
      ) : null}
      <p>{PARTS.environmentLead}</p>
      <DataTable
        caption={PARTS.environmentVariables}
        rows={facts.environment}
        rowKey={({ name }) => name}
        columns={[
          { key: "name", title: PARTS.name, render: ({ name }) => <code>{name}</code> },
          {
            key: "set",
            title: PARTS.status,
            render: ({ is_set }) => <Badge tone={is_set ? "green" : "gray"}>{is_set ? PARTS.set : PARTS.notSet}</Badge>,
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
        caption={PARTS.appliedMigrations}
        rows={facts.migrations}
        rowKey={({ name }) => name}
        columns={[
          { key: "name", title: PARTS.name, render: ({ name }) => <code>{name}</code> },
          { key: "at", title: PARTS.applied, render: ({ applied_at }) => dates.time(applied_at) },
        ]}
      />
    </Folded>
  );
}

function Dependencies({ facts }: { facts: SystemFacts }) {
  return (
    <Folded summary={lines("packages", facts.dependencies)}>
      <DataTable
        caption={PARTS.dependencies}
        rows={facts.dependencies}
        rowKey={({ name }) => name}
        columns={[
          { key: "name", title: PARTS.package, render: ({ name }) => name },
          { key: "version", title: PARTS.version, render: ({ version }) => version },
          { key: "license", title: PARTS.license, render: ({ license }) => license },
        ]}
      />
    </Folded>
  );
}

function Facts({ facts }: { facts: SystemFacts }) {
  return (
    <>
      <Section title={PARTS.versions}>
        <Versions facts={facts} />
      </Section>
      <Section title={PARTS.checks}>
        <Checks />
      </Section>
      <Section title={PARTS.failedJobs}>
        <FailedJobs jobs={facts.failed_jobs} retried={facts.retried_jobs} />
      </Section>
      <Section title={PARTS.environment}>
        <Environment facts={facts} />
      </Section>
      <Section title={PARTS.migrations}>
        <Migrations facts={facts} />
      </Section>
      <Section title={PARTS.pages}>
        <Addresses of={publicPaths()} noun={PARTS.publicPages} />
        <Addresses of={adminPaths()} noun={PARTS.officePages} />
      </Section>
      <Section title="API">
        <Operations />
      </Section>
      <Section title={PARTS.dependenciesAndLicenses}>
        <Dependencies facts={facts} />
      </Section>
    </>
  );
}

const COUNTS_JOBS = [["admin", "dashboard"]] as const;

/** Facts about this installation: versions, checks, environment, migrations, routes and dependencies. */
export function System() {
  const query = useQuery(systemQuery());
  useEndOfWork((query.data?.retried_jobs ?? 0) > 0, COUNTS_JOBS);
  return (
    <QueryView query={query} noun="system facts">
      {(facts) => <Facts facts={facts} />}
    </QueryView>
  );
}
