import { onModernNode } from "./setup/node-version.mjs";

onModernNode(() => import("./setup/command.mjs").then((command) => command.runScript("bin/check/texts.mjs")));
