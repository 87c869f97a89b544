import { setSourceMapsSupport } from "node:module";

// Traces name the sources, of our own code alone, and so before any of it is loaded: the maps of packages take 10 MB and help nobody.
setSourceMapsSupport(true);

const { runUntilSignalled } = await import("./app/boot/run.ts");
// The first of several processes keeps the others up and serves nothing itself, so it never loads the product.
await runUntilSignalled(async (options) => (await import("./app/boot/boot.ts")).boot(options));
