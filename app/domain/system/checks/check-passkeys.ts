import { foreignPasskeys } from "./checks.sql.ts";
import { type Finding, ok, onDatabase, plural, type RunCheck, warning } from "./installation.ts";

export const passkeysCheck: RunCheck = {
  name: "passkeys",
  title: "Passkeys",
  why: "A passkey works only at the host that it was made for.",
  run: (installation) =>
    onDatabase(installation, async (db): Promise<Finding> => {
      const host = new URL(installation.siteUrl ?? "http://localhost").hostname;
      const { count, hosts } = await foreignPasskeys(db, host);
      if (count === 0) return ok("No passkey belongs to another host.");
      return warning(
        `${plural(count, "passkey")} of ${hosts.join(", ")} can’t sign in at ${host}.`,
        "Nobody is locked out: users sign in with their password and add a passkey again. Or set the site’s URL back to that host.",
      );
    }),
};
