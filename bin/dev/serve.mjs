import { createServer as createSocket } from "node:net";
import { createServer } from "vite";

/** The port over which Vite sends changes to browsers: its usual one, unless another site runs in development, too. */
const freePort = () =>
  /** @type {Promise<number>} */ (
    new Promise((resolve) => {
      const socket = createSocket();
      const close = () => {
        const { port } = /** @type {import("node:net").AddressInfo} */ (socket.address());
        socket.close(() => resolve(port));
      };
      socket.once("error", () => socket.listen(0, close)).listen(24_678, close);
    })
  );

// Development: Vite in front for the browser's modules, and the app started again from its sources after each edit.
const vite = await createServer({ appType: "custom", server: { middlewareMode: true, hmr: { port: await freePort() } } });
const { runUntilSignalled } = await vite.ssrLoadModule("/app/boot/run.ts");
const { bootDev } = await vite.ssrLoadModule("/app/boot/boot-dev.ts");
await runUntilSignalled((/** @type {object} */ options) => bootDev(vite, options));
