import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Tests that take long because they start whole processes or database clusters, or try hundreds of cases. CI always runs them; elsewhere they
 * run only if a file they cover has changed. A change to the test itself, or to something every test depends on, counts too.
 * @typedef {{ what: string, files?: string[], journeys?: string[], tag?: string, about: string[] }} Slow `files` for Vitest; for Playwright,
 *   whole files (`journeys`) or the tests with a `tag`
 * @type {Slow[]}
 */
export const SLOW = [
  {
    what: "PostgreSQL clusters",
    files: ["crash", "errors", "size", "users"].map((about) => `test/platform/embedded-${about}.test.ts`),
    about: ["app/platform/postgres/", "test/platform/"],
  },
  {
    what: "a database server that dies",
    files: ["test/faults/embedded-server.test.ts"],
    about: ["app/platform/postgres/", "app/boot/", "test/faults/", "test/platform/start-database.ts"],
  },
  {
    what: "slow clients, and a database with TLS or without rights",
    files: ["test/faults/slow-clients.test.ts", "test/faults/refused-databases.test.ts"],
    about: ["app/boot/", "app/platform/database/", "test/faults/"],
  },
  {
    what: "npm start and its signals",
    files: ["test/bin/start.test.ts"],
    about: ["bin/", "app/boot/", "test/bin/", "server.ts"],
  },
  {
    what: "upgrades and rolling restarts",
    files: ["test/several/upgrade.test.ts", "test/several/rolling-restart.test.ts"],
    about: [
      "deploy/nginx.conf",
      "bin/setup/",
      "bin/build.mjs",
      "app/boot/",
      "app/http/",
      "server.ts",
      "vite.config.ts",
      "test/several/",
    ],
  },
  {
    what: "a site under a path",
    files: ["test/base-path/base-path.test.ts"],
    journeys: ["e2e/base-path.e2e.ts"],
    about: [
      "app/base-path.ts",
      "app/boot/",
      "app/browser/",
      "app/http/",
      "app/pages/",
      "app/ui/",
      "app/domain/content/",
      "deploy/nginx-path.conf",
      "test/base-path/",
      "test/several/",
      "e2e/base-path.e2e.ts",
      "vite.config.ts",
    ],
  },
  {
    what: "npm run dev",
    files: ["test/bin/dev.test.ts"],
    about: ["bin/dev/", "bin/setup/", "app/boot/", "app/http/pages/", "server.ts", "vite.config.ts", "test/bin/"],
  },
  {
    what: "test runs that are killed",
    files: ["test/bin/open-run-folder.test.ts"],
    about: ["bin/test/", "test/platform/test-postgres.ts", "app/platform/postgres/"],
  },
  {
    what: "npm run user",
    files: ["test/bin/user.test.ts"],
    about: ["bin/", "app/boot/", "app/domain/auth/", "app/domain/users/", "app/platform/", "db/migrations/", "test/bin/"],
  },
  {
    what: "metrics of several processes",
    files: ["test/deploy/metrics.test.ts"],
    about: ["app/boot/", "app/http/", "deploy/", "test/deploy/"],
  },
  {
    what: "the output of the first start",
    files: ["test/bin/first-start.test.ts"],
    about: ["app/boot/", "app/platform/", "db/migrations/", "test/bin/first-start.test.ts"],
  },
  {
    what: "npm run doctor",
    files: ["test/bin/doctor.test.ts"],
    about: ["bin/", "app/boot/", "app/domain/system/checks/", "app/platform/", "db/migrations/", "test/bin/"],
  },
  {
    what: "backups",
    files: ["round-trip", "hostile", "commands", "bucket", "upgrade"].map((about) => `test/backups/${about}.test.ts`),
    about: [
      "app/boot/upgrade-database.ts",
      "app/domain/backups/archive/",
      "app/platform/database/",
      "app/platform/postgres/",
      "app/platform/storage/",
      "db/migrations/",
      "test/backups/",
    ],
  },
  {
    what: "scheduled backups",
    files: ["test/http/admin/backups.test.ts", "app/boot/back-up-first.test.ts"],
    about: ["app/domain/backups/", "app/boot/", "app/http/api/admin/backups.ts", "db/migrations/"],
  },
  {
    what: "npm run import and export",
    files: ["test/bin/transfer.test.ts"],
    about: ["bin/", "app/boot/", "app/domain/exports/", "app/domain/imports/", "db/migrations/", "test/bin/", "test/imports/"],
  },
  {
    what: "imports that are killed",
    files: ["test/imports/killed.test.ts"],
    about: ["app/domain/imports/", "app/platform/jobs.ts", "test/imports/"],
  },
  {
    what: "uploads that are killed",
    files: ["test/media/killed.test.ts"],
    about: ["app/domain/media/", "app/platform/storage/", "test/media/"],
  },
  {
    what: "servers that are killed while they count",
    files: ["test/analytics/killed.test.ts"],
    about: ["app/boot/", "app/domain/analytics/", "db/migrations/", "test/analytics/"],
  },
  {
    what: "two processes that publish",
    files: ["test/schedule/processes.test.ts"],
    about: ["app/boot/", "app/domain/posts/schedule/", "app/platform/jobs.ts", "test/schedule/"],
  },
  {
    what: "several instances, poolers and servers of the database",
    files: ["failover", "pgbouncer", "replica", "shared-imports"].map((about) => `test/instances/${about}.test.ts`),
    about: ["app/boot/", "app/platform/", "db/migrations/", "test/instances/"],
  },
  {
    what: "rollups after random events",
    files: ["app/domain/analytics/rollups/roll-up-random.test.ts"],
    about: ["app/domain/analytics/", "db/migrations/", "test/hits.ts", "test/plain-rollups.ts"],
  },
  {
    what: "many uploads at once",
    files: ["test/media/upload-pictures.test.ts"],
    about: ["app/domain/media/", "app/http/api/admin/", "app/platform/storage/", "test/media/", "test/app/"],
  },
  {
    what: "very long posts",
    files: ["test/http/admin/large-posts.test.ts"],
    about: ["app/domain/content/", "app/domain/posts/", "app/http/api/admin/", "test/http/admin/large-posts.test.ts"],
  },
  {
    what: "a month of visits",
    files: ["test/analytics/month.test.ts"],
    about: ["app/domain/analytics/", "db/migrations/", "test/analytics/", "test/plain-rollups.ts"],
  },
  {
    what: "archives of a whole site",
    files: ["test/imports/own-archive.test.ts"],
    about: ["app/domain/exports/", "app/domain/imports/", "app/domain/posts/post.ts", "db/migrations/", "test/imports/"],
  },
  {
    what: "the screens of analytics",
    journeys: ["website", "blog", "redirects", "traffic"].map((about) => `e2e/analytics-${about}.e2e.ts`),
    about: [
      "app/browser/",
      "app/domain/analytics/",
      "app/http/api/admin/analytics/",
      "app/pages/admin/analytics/",
      "app/pages/admin/blog-analytics/",
      "app/pages/admin/charts/",
      "app/ui/",
    ],
  },
  {
    what: "pictures in the library and in articles",
    journeys: ["admin-media-library", "admin-media", "admin-pictures", "embeds"].map((about) => `e2e/${about}.e2e.ts`),
    about: [
      "app/browser/",
      "app/domain/content/",
      "app/domain/media/",
      "app/pages/admin/editor/",
      "app/pages/admin/media/",
      "app/ui/",
    ],
  },
  {
    what: "npm start in a clean copy",
    tag: "@clean-copy",
    about: [
      "bin/setup/",
      "bin/start.mjs",
      "app/boot/",
      "app/platform/config/",
      "server.ts",
      "vite.config.ts",
      "e2e/clean-copy.e2e.ts",
    ],
  },
  {
    what: "browsers that are killed",
    tag: "@killed",
    about: ["app/browser/", "app/pages/admin/editor/", "app/pages/admin/frame/", "e2e/admin-offline.e2e.ts"],
  },
  {
    what: "an editor that is offline",
    tag: "@offline",
    about: [
      "app/browser/",
      "app/domain/auth/",
      "app/http/auth-v1/",
      "app/pages/admin/editor/",
      "app/pages/admin/frame/",
      "e2e/admin-offline.e2e.ts",
    ],
  },
  {
    what: "drafts that save themselves, and two authors of one post",
    tag: "@autosave",
    about: [
      "app/browser/",
      "app/domain/posts/",
      "app/http/api/admin/",
      "app/pages/admin/editor/",
      "app/pages/admin/frame/",
      "e2e/admin-autosave.e2e.ts",
      "e2e/admin-conflict.e2e.ts",
    ],
  },
  {
    what: "settings and their effects",
    tag: "@settings",
    about: ["app/domain/settings/", "app/http/pages/", "app/pages/", "e2e/admin-settings-effects.e2e.ts", "e2e/settings-site.ts"],
  },
  {
    what: "what readers' browsers send",
    tag: "@tracker",
    about: ["app/browser/", "app/domain/analytics/", "app/http/api/", "app/pages/public/", "e2e/tracker.e2e.ts"],
  },
  {
    what: "a post that is published at its time",
    tag: "@schedule",
    about: [
      "app/domain/posts/",
      "app/pages/admin/calendar/",
      "app/pages/admin/editor/",
      "app/platform/jobs.ts",
      "e2e/admin-schedule.e2e.ts",
    ],
  },
  {
    what: "a month of visits in two browsers",
    tag: "@month",
    about: [
      "app/browser/tracker.ts",
      "app/domain/analytics/",
      "app/pages/admin/analytics/",
      "app/pages/admin/blog-analytics/",
      "app/pages/admin/charts/",
      "e2e/analytics-month.e2e.ts",
    ],
  },
  {
    what: "public pages by axe",
    tag: "@axe-public",
    about: ["app/browser/", "app/pages/public/", "app/ui/", "e2e/accessible.e2e.ts", "e2e/visitor.ts"],
  },
  {
    what: "the screens of accounts by axe",
    tag: "@axe-account",
    about: ["app/browser/", "app/pages/account/", "app/ui/", "e2e/account-accessible.e2e.ts", "e2e/visitor.ts"],
  },
  {
    what: "dialogs by axe",
    journeys: ["e2e/dialogs.e2e.ts"],
    about: ["app/browser/", "app/pages/account/frame/", "app/pages/admin/", "app/ui/", "e2e/visitor.ts"],
  },
  {
    what: "forced colors and narrow windows",
    journeys: ["e2e/more-contrast.e2e.ts"],
    about: ["app/browser/", "app/pages/", "app/ui/", "e2e/visitor.ts"],
  },
  {
    what: "/api/docs by axe",
    tag: "@api-docs",
    about: ["app/http/api-docs/", "e2e/accessible.e2e.ts"],
  },
];

/** What every test depends on. */
const EVERYTHING = [
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "vitest.config.ts",
  "playwright.config.ts",
  "bin/test/",
];

/** Holds the last commit at which everything passed. */
const noteFile = (/** @type {string} */ root) => join(root, ".cache", "tests-passed");

const git = (/** @type {string} */ root, /** @type {string[]} */ ...args) => {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  return status === 0 ? stdout.trim() : undefined;
};

/**
 * The commit to compare with: the last one that passed here, else the point where this branch left main. CI has run every test on what is
 * on the main branch of a clone's origin.
 */
function findBase(/** @type {string} */ root) {
  const note = existsSync(noteFile(root)) ? readFileSync(noteFile(root), "utf8").trim() : "";
  if (note && git(root, "merge-base", "--is-ancestor", note, "HEAD") !== undefined) return note;
  const head = git(root, "rev-parse", "HEAD");
  const published = git(root, "merge-base", "HEAD", "origin/main");
  if (published) return published;
  const base = git(root, "merge-base", "HEAD", "main");
  // On main there is no telling what CI has already run.
  return base !== head ? base : undefined;
}

/**
 * The files that differ from the last commit known to pass, including untracked ones.
 * @param {string} root the project's folder
 * @returns {string[] | undefined} undefined when there is no such commit, so that anything may have changed
 */
export function changedFiles(root) {
  const base = findBase(root);
  const changed = base && git(root, "diff", "--name-only", "--no-renames", base);
  const added = git(root, "ls-files", "--others", "--exclude-standard");
  if (changed === undefined || added === undefined) return undefined;
  return [...changed.split("\n"), ...added.split("\n")].filter(Boolean);
}

/**
 * The slow tests that cover none of the changed files.
 * @param {string[] | undefined} changed as from `changedFiles`
 * @returns {Slow[]}
 */
export function skippable(changed) {
  const isChanged = (/** @type {string} */ path) => !changed || changed.some((file) => file.startsWith(path));
  if (EVERYTHING.some(isChanged)) return [];
  return SLOW.filter(({ files = [], journeys = [], about }) => ![...about, ...files, ...journeys].some(isChanged));
}

/** Remembers that everything passes at the current commit, unless there are uncommitted changes. */
export function notePassed(/** @type {string} */ root) {
  const head = git(root, "rev-parse", "HEAD");
  if (!head || git(root, "status", "--porcelain") !== "") return;
  mkdirSync(dirname(noteFile(root)), { recursive: true });
  writeFileSync(noteFile(root), `${head}\n`);
}
