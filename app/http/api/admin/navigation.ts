import { z } from "@hono/zod-openapi";
import { navigationPolicy } from "../../../domain/navigation/navigation.policy.ts";
import {
  menuTarget as menuTargetRecord,
  navigationSave,
  navigationState as navigationStateRecord,
} from "../../../domain/navigation/navigation.ts";
import { readNavigation } from "../../../domain/navigation/read-navigation.ts";
import { saveNavigation } from "../../../domain/navigation/save-navigation.ts";
import { EXAMPLE, id } from "../fields.ts";
import { ok, resource, routesOf } from "../operation.ts";

const createRoute = routesOf("Settings");

const menuTarget = z.object({ ...menuTargetRecord.shape, id }).openapi("MenuTarget");
const navigationState = z.object({ ...navigationStateRecord.shape, targets: z.array(menuTarget) }).openapi("NavigationState");

const saved = {
  header: [
    { label: "Home", kind: "address" as const, to: "/" },
    { label: "Reading list", kind: "address" as const, to: "/view-all" },
  ],
  footer: null,
  social: [{ network: "mastodon" as const, label: "Mastodon", address: "https://social.example/@ada" }],
  announcement: { text: "The print edition is here.", link: { label: "Order it", address: "/about" }, ends_at: null },
  version: 1,
};
const example = {
  ...saved,
  version: 2,
  updated_at: EXAMPLE.date,
  targets: [{ kind: "page" as const, id: EXAMPLE.id, name: "Imprint", path: "/imprint", state: "public" as const }],
};

const read = createRoute("get", "/admin/navigation", navigationPolicy.read, {
  id: "readNavigation",
  summary: "Read menus, social links and the announcement",
  description:
    "What the owner has set, and in `targets` what menus can lead to: own pages, categories and the most used tags. An entry whose " +
    "target isn't public is left out of the menus that readers see.",
  answer: ok(navigationState, "The navigation", example),
});

const save = createRoute("put", "/admin/navigation", navigationPolicy.update, {
  id: "updateNavigation",
  summary: "Update menus, social links and the announcement",
  description:
    "Replaces everything. Null brings back the menu that comes with the site. Entries that lead to pages, categories and tags follow " +
    "their slugs. `version` is the version that you read: if someone else has saved since, nothing changes and the answer is 409 " +
    "(`stale_version`).",
  body: navigationSave,
  example: saved,
  answer: ok(navigationState, "The updated navigation", example),
  refuses: [409],
});

/** Menus, social links and the announcement. */
export const adminNavigation = () =>
  resource()
    .openapi(read, async (c) => c.json(await readNavigation(c.var.deps.context, c.var.actor), 200))
    .openapi(save, async (c) => {
      const state = await saveNavigation(c.var.deps.context, c.var.actor, c.req.valid("json"));
      // Every instance is notified. The next request to this one waits until it has been read again.
      void c.var.content.navigation.renew();
      return c.json(state, 200);
    });
