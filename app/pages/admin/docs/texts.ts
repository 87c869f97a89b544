/*
 * The visible texts of the technical docs and the system screen, so that they can be read in one go.
 */

/** The checks of the installation. */
export const CHECKS = {
  failed: "Failed",
  failedCount: (count: number) => `${count} failed`,
  needsAttention: "Needs attention",
  attentionCount: (count: number, s: string) => `${count} need${s} attention`,
  okCount: (count: number) => `${count} OK`,
  whatToDo: "What to do:",
  running: "Running all checks. This takes a few seconds...",
  checkAgain: "Check again",
} as const;

/** The documents. */
export const DOCS = {
  documentation: "Documentation",
  decisions: "Decisions",
  documents: "Documents",
  thisInstallation: "This installation",
  system: "System",
  technicalDocs: "Technical Docs",
  lead: "How Skylark is built, run and configured.",
  documentNotFound: "Document not found",
  notFoundHint: "Choose one from the list of documents.",
} as const;

/** Failed jobs. */
export const JOBS = {
  retried: "The job runs again within seconds",
  underWay: (count: number) => (count === 1 ? "1 job is running again..." : `${count} jobs are running again...`),
  none: "No background work has failed in the last 24 hours.",
  lead: "These jobs failed after several attempts. The server's log says more. Once the cause is fixed, you can run a job again.",
  caption: "Jobs that failed in the last 24 hours",
  job: "Job",
  reason: "Reason",
  retry: "Retry",
} as const;

/** The parts of the system screen. */
export const PARTS = {
  operations: "Operations of the API",
  path: "Path",
  method: "Method",
  whatItDoes: "What it does",
  unknownProxy:
    "Requests seem to come through a proxy, but {variable} is 0. Visitors can't be told apart by their addresses, so they share limits. Set {variable} to the number of proxies in front of the site.",
  environmentLead: "Which variables are set. Their values are never shown.",
  environmentVariables: "Environment variables",
  name: "Name",
  status: "Status",
  set: "Set",
  notSet: "Not set",
  appliedMigrations: "Applied migrations",
  applied: "Applied",
  dependencies: "Dependencies",
  package: "Package",
  version: "Version",
  node: "Node.js",
  postgres: "PostgreSQL",
  license: "License",
  versions: "Versions",
  checks: "Checks",
  failedJobs: "Failed jobs",
  environment: "Environment",
  migrations: "Migrations",
  pages: "Pages",
  publicPages: "public pages, feeds and files",
  officePages: "pages of the back office",
  dependenciesAndLicenses: "Dependencies and licenses",
} as const;
