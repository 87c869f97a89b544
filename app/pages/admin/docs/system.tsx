import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { SystemFacts } from "../../../domain/system/model.ts";
import { Badge } from "../frame/badge.tsx";
import { DataTable } from "../frame/data-table.tsx";
import { useDates } from "../frame/dates.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { adminAddresses, publicAddresses } from "./addresses.ts";
import { FailedJobs } from "./failed-jobs.tsx";
import { operationsQuery, systemQuery } from "./queries.ts";

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
