import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { builtProgram, ensureBuilt, rebuild } from "./build.mjs";
import { handOver } from "./hand-over.mjs";
import { ensureInstalled } from "./install.mjs";
import { pinnedNode, root } from "./node-version.mjs";
import { COMMAND_FLAGS, SERVER_ENVIRONMENT, SERVER_FLAGS } from "./server-process.mjs";
import { refuseSigns, withPlainErrors } from "./setup-error.mjs";

// Relative paths, DATA_DIR above all, mean the same wherever the command is called from.
process.chdir(root);

const say = (/** @type {string} */ line) => console.log(line);

/** `npm start`: installs and builds what is missing or out of date, then becomes the server. */
export const start = () =>
  withPlainErrors(async () => {
    refuseSigns(root);
    await ensureInstalled(root, say);
    await ensureBuilt(root, say);
    const follow = pathToFileURL(join(root, "bin", "setup", "follow-parent.mjs")).href;
    const { node, server } = builtProgram(root);
    const args = [...SERVER_FLAGS, "--import", follow, server, ...process.argv.slice(2)];
    await handOver(node, args, { ...SERVER_ENVIRONMENT, ...process.env, NODE_ENV: "production" }, { follows: true });
  });

/** `npm run build`: installs what is missing and builds. */
export const build = () =>
  withPlainErrors(async () => {
    refuseSigns(root);
    await ensureInstalled(root, say);
    const began = performance.now();
    await rebuild(root, say);
    say(`Built in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
  });

/**
 * Installs what is missing, then becomes a script on the pinned Node, with as much memory as the server.
 * @param {string} script relative to the project's folder
 * @param {{ built?: boolean }} [needs] `built`: builds first what is out of date
 * @returns {Promise<void>}
 */
export const runScript = (script, needs = {}) =>
  withPlainErrors(async () => {
    refuseSigns(root);
    await ensureInstalled(root, say);
    if (needs.built) await ensureBuilt(root, say);
    const args = [...COMMAND_FLAGS, join(root, script), ...process.argv.slice(2)];
    await handOver(pinnedNode(root), args, { ...SERVER_ENVIRONMENT, ...process.env });
  });
