import { navigationPolicy } from "../../../domain/navigation/navigation.policy.ts";
import { EXAMPLE_NAVIGATION, navigationSave, navigationState } from "../../../domain/navigation/navigation.ts";
import { readNavigation } from "../../../domain/navigation/read-navigation.ts";
import { saveNavigation } from "../../../domain/navigation/save-navigation.ts";
import { ok, resource, routesOf } from "../operation.ts";

const createRoute = routesOf("Settings");

const read = createRoute("get", "/admin/navigation", navigationPolicy.read, {
  id: "readNavigation",
  scope: "never",
  summary: "Read menus, social links and the announcement",
  description:
    "What the owner has set, and in `targets` what menus can lead to: own pages, categories and the most used tags. An entry whose " +
    "target isn’t public is left out of the menus that readers see.",
  answer: ok(navigationState, "The navigation"),
});

const save = createRoute("put", "/admin/navigation", navigationPolicy.update, {
  id: "updateNavigation",
  scope: "never",
  summary: "Update menus, social links and the announcement",
  description:
    "Replaces everything. Null brings back the menu that comes with the site. Entries that lead to pages, categories and tags follow " +
    "their slugs. `version` is the version that you read: if someone else has saved since, nothing changes and the answer is 409 " +
    "(`stale_version`).",
  body: navigationSave,
  example: EXAMPLE_NAVIGATION,
  answer: ok(navigationState, "The updated navigation"),
  refuses: [409],
});

export const adminNavigation = () =>
  resource()
    .openapi(read, async (c) => c.json(await readNavigation(c.var.deps.context, c.var.actor), 200))
    .openapi(save, async (c) => {
      const state = await saveNavigation(c.var.deps.context, c.var.actor, c.req.valid("json"));
      // Every instance is notified. The next request to this one waits until it has been read again.
      void c.var.content.navigation.renew();
      return c.json(state, 200);
    });
