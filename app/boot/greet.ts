import { SETUP_HOURS } from "../domain/setup/setup-rules.ts";
import type { Config } from "../platform/config/config.ts";
import { routes } from "../routes.ts";
import type { Prepared } from "./prepare.ts";
import { stepLine } from "./report-step.ts";

const EVERY_INTERFACE = new Set(["0.0.0.0", "::"]);

/** The configured URL, or else that of the port. */
export function addressOf(config: Config, port: number): string {
  const host = EVERY_INTERFACE.has(config.host) ? "localhost" : config.host;
  return config.siteUrl ?? `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** Meant for people, so it isn't logged: where the site is, and once the first admin's account and the link that sets the site up. */
export function greet(address: string, { firstAdmin, setupToken }: Prepared): void {
  const ready = process.stdout.isTTY ? [stepLine("Ready", performance.now())] : [];
  const lines = [...ready, "", `  Skylark is at ${address}`];
  if (firstAdmin?.password) {
    lines.push(
      "",
      "  The first admin (shown only now):",
      `    email     ${firstAdmin.email}`,
      `    password  ${firstAdmin.password}`,
    );
  } else if (firstAdmin) {
    lines.push("", `  The first admin is ${firstAdmin.email}, with the password of ADMIN_PASSWORD.`);
  }
  if (setupToken) {
    lines.push(
      "",
      `  Set it up in a browser (works once, within ${SETUP_HOURS} hours):`,
      `    ${address}${routes.setup(setupToken)}`,
    );
  }
  process.stdout.write(`${lines.join("\n")}\n\n`);
}
