import { join } from "node:path";
import { build } from "vite";

/** Where the command line tool begins. */
const ENTRY = "app/cli/cli.ts";

/**
 * The command line tool as one file without imports from packages, for Node from 20 on.
 * @param {string} root the project's folder
 * @returns {Promise<string>} its source
 */
export async function bundleCommand(root) {
  const built = await build({
    configFile: false,
    publicDir: false,
    root,
    logLevel: "warn",
    ssr: { noExternal: true },
    build: {
      ssr: join(root, ENTRY),
      write: false,
      target: "node20",
      minify: false,
      rolldownOptions: { output: { format: "es" }, checks: { bundlerTimings: false } },
    },
  });
  const [{ output }] = /** @type {import("vite").Rolldown.RolldownOutput[]} */ ([built].flat());
  return `// The command line tool of Skylark: node cli.mjs --help\n${output[0].code}`;
}
