import { z } from "@hono/zod-openapi";
import { homeLook } from "../../domain/appearance/appearance.ts";
import { navigationAt } from "../../domain/navigation/show-navigation.ts";
import { describeData, NOBODY_OUTSIDE } from "../../domain/privacy/describe-data.ts";
import { dataKind, storedKey } from "../../domain/privacy/privacy.ts";
import { storedKeys } from "../../domain/privacy/stored-keys.ts";
import { EXAMPLE } from "../../domain/schema-fields.ts";
import { presentSite } from "../../domain/settings/read-settings.ts";
import { settingsPolicy } from "../../domain/settings/settings.policy.ts";
import { publicSite } from "../../domain/settings/settings.ts";
import { SITE_CONTENT, siteContentInput } from "../../domain/settings/site-content.ts";
import { ok, resource, routesOf } from "./operation.ts";

const createRoute = routesOf("Site");

// A new object, because zod objects from before the library of the API's document was loaded can't get a name in it.
const site = z.object(publicSite.shape).openapi("Site");

const example = {
  name: "Field Notes",
  description: "Short articles on living, working and thinking well.",
  url: "https://blog.example",
  email: "admin@blog.example",
  theme: "auto" as const,
  timezone: "UTC",
  dateFormat: "MM/DD/YYYY" as const,
  allowComments: true,
  allowRegistration: true,
  enableAnalytics: true,
  maintenance: false,
  livePrivacy: false,
  postsPerPage: 6,
  defaultAuthor: "The Field Notes editors",
  footer: { text: "Short articles on living, working and thinking well.", rights: SITE_CONTENT.footer.rights },
  sendsMail: true,
  year: 2026,
  own_pages: [],
  navigation: null,
};

const { hero: heroInput, about: aboutInput } = siteContentInput.shape;
const button = heroInput.shape.button.omit({ link: true }).extend({
  to: z.string().optional().openapi({ description: "A path of this site or a URL, if the button doesn't lead to an article" }),
});
const hero = heroInput.extend({ button });
const shownProfile = z.object({ articles: z.string(), readers: z.string(), likes: z.string() });
const postLine = z.object({
  title: z.string(),
  slug: z.string(),
  published_at: z.string().openapi({ format: "date-time", example: EXAMPLE.date }),
  read_time: z.int().openapi({ description: "Minutes" }),
  category: z.object({ name: z.string(), slug: z.string() }).nullable(),
});
const newest = z
  .array(postLine)
  .openapi({ description: "The newest articles after the featured ones; empty if the site doesn’t list them" });
const popular = z.array(postLine).openapi({ description: "The three articles with the most views" });
const look = homeLook.optional().openapi({ description: "What the owner chose about the look of Home" });
const home = z.object({ hero, profile: shownProfile, newest, popular, look }).openapi("HomeContent");
const stats = z.array(aboutInput.shape.stats.element.omit({ show: true }));
const about = z.object({ ...aboutInput.shape, stats }).openapi("AboutContent");
const { show: _, ...exampleFigures } = SITE_CONTENT.profile;
const exampleLine = {
  title: "The Quiet Hour",
  slug: "the-quiet-hour",
  published_at: EXAMPLE.date,
  read_time: 4,
  category: { name: "Wellness", slug: "wellness" },
};
const { link: __, ...exampleButton } = SITE_CONTENT.hero.button;
const exampleHero = { ...SITE_CONTENT.hero, button: exampleButton };
const homeExample = { hero: exampleHero, profile: exampleFigures, newest: [exampleLine], popular: [exampleLine] };
const aboutExample = { ...SITE_CONTENT.about, stats: SITE_CONTENT.about.stats.map(({ value, label }) => ({ value, label })) };

const read = createRoute("get", "/site", settingsPolicy.readPublic, {
  id: "readSite",
  scope: "public",
  summary: "Read the public settings",
  description: "The settings that the pages need.",
  answer: ok(site, "The public settings", example),
});

const readHome = createRoute("get", "/site/home", settingsPolicy.readPublic, {
  id: "readHome",
  scope: "public",
  summary: "Read the texts of Home",
  description:
    "The hero, the figures of the profile card and the newest articles. Without a slug and `to`, the hero has no button, because the " +
    "owner set none or what it leads to isn’t published. Empty figures aren’t shown. Figures that the owner hasn’t changed are examples " +
    "as long as there are demo articles; after that they are counted: articles, unique visitors of the last 30 days, likes.",
  answer: ok(home, "The texts", homeExample),
});

const readAbout = createRoute("get", "/site/about", settingsPolicy.readPublic, {
  id: "readAbout",
  scope: "public",
  summary: "Read the texts of About",
  description:
    "Figures, mission, vision and values. Figures that the owner hasn’t changed are examples as long as there are demo articles; " +
    "after that, those that can be counted are, and the others are left out.",
  answer: ok(about, "The texts", aboutExample),
});

const readPrivacy = createRoute("get", "/site/privacy", settingsPolicy.readPublic, {
  id: "readPrivacy",
  scope: "public",
  summary: "Read what the site keeps about people",
  description:
    "Every kind of data, why it is kept and for how long, as the site is set up now. The privacy page shows it if the owner has " +
    "chosen so, and whenever the newsletter is on (`livePrivacy`).",
  answer: ok(z.object({ kinds: z.array(dataKind) }).openapi("PrivacyNotice"), "The kinds of data", {
    kinds: [{ title: "Likes", purpose: "To count them.", stored: ["The article, and when"], kept: "As long as the article" }],
  }),
});

const readStoredKeys = createRoute("get", "/site/stored-keys", settingsPolicy.readPublic, {
  id: "readStoredKeys",
  scope: "public",
  summary: "Read what the site keeps in browsers",
  description: "Every cookie and every key of the browser’s storage that the site may set, with its purpose.",
  answer: ok(z.object({ keys: z.array(storedKey) }).openapi("StoredKeys"), "The cookies and keys", {
    keys: storedKeys({}).slice(0, 1),
  }),
});

export const siteSettings = () =>
  resource()
    .openapi(read, async (c) => {
      const { deps, content } = c.var;
      const navigation = navigationAt(deps.context.clock.now(), await content.navigation.current());
      const languages = await content.languages.current();
      const own_pages = content.pages.latest()?.replaced ?? [];
      const shown = { own_pages, navigation, ...(languages.length > 0 && { languages }) };
      return c.json(presentSite(deps.settings.site(), deps.context.clock.now(), shown), 200);
    })
    .openapi(readHome, async (c) => c.json(await c.var.content.facts.home(), 200))
    .openapi(readAbout, async (c) => c.json(await c.var.content.facts.about(), 200))
    .openapi(readPrivacy, async (c) => {
      const { context, settings, outside = NOBODY_OUTSIDE } = c.var.deps;
      return c.json({ kinds: await describeData(context, settings.get(), { site: settings.site(), outside }) }, 200);
    })
    .openapi(readStoredKeys, (c) => c.json({ keys: storedKeys(c.var.deps.settings.site()) }, 200));
