import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { setSourceMapsSupport } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describeProcess } from "./bin/setup/process-birth.mjs";

// Traces name the sources, of our own code alone, and so before any of it is loaded: the maps of packages take 10 MB and help nobody.
setSourceMapsSupport(true);

// Threads that read files, compress pages, hash passwords and draw pictures. With Node's four, a few slow pictures keep the rest waiting.
process.env.UV_THREADPOOL_SIZE ??= "8";

// The folder of this release, which holds all that it reads.
const release = dirname(dirname(fileURLToPath(import.meta.url)));

// While a server runs from it, builds of later releases leave the folder there. One that can't be written is kept until two more are built.
const mark = join(release, ".running", String(process.pid));
try {
  mkdirSync(dirname(mark), { recursive: true });
  writeFileSync(mark, describeProcess());
  process.once("exit", () => rmSync(mark, { force: true }));
} catch {}

const [{ runUntilSignalled }, { loadAndBoot }] = await Promise.all([
  import("./app/boot/run.ts"),
  import("./app/boot/load-and-boot.ts"),
]);
// The first of several processes keeps the others up and serves nothing itself, so it never loads the product.
await runUntilSignalled(
  loadAndBoot(() => import("./app/boot/boot.ts")),
  release,
);
