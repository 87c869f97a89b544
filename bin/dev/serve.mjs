import { createServer } from "vite";

// Development: the same start as in production, with Vite in front for the browser's modules and fresh code per page.
const vite = await createServer({ appType: "custom", server: { middlewareMode: true, hmr: { port: 24_678 } } });
const { runUntilSignalled } = await vite.ssrLoadModule("/app/boot/run.ts");
const { boot } = await vite.ssrLoadModule("/app/boot/boot.ts");
await runUntilSignalled((/** @type {object} */ options) => boot({ ...options, dev: vite }));
