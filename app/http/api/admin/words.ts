import { z } from "@hono/zod-openapi";
import { readWords } from "../../../domain/words/read-words.ts";
import { saveWords } from "../../../domain/words/save-words.ts";
import { wordsPolicy } from "../../../domain/words/words.policy.ts";
import { wordsLanguage, wordsSave, wordsState } from "../../../domain/words/words.ts";
import { ok, resource, routesOf } from "../operation.ts";

const createRoute = routesOf("Settings");

const query = z.strictObject({
  language: wordsLanguage.optional().openapi({ description: "BCP 47; by default the site’s language", example: "nl" }),
});

const read = createRoute("get", "/admin/words", wordsPolicy.read, {
  id: "readWords",
  scope: "never",
  summary: "Read the texts that readers see",
  description:
    "Every text of public pages, account pages and emails to readers, in English and in a language: what comes with the site, and " +
    "what the owner has set. A text that a language lacks is shown in English.",
  query,
  answer: ok(wordsState, "The texts"),
});

const save = createRoute("put", "/admin/words", wordsPolicy.update, {
  id: "updateWords",
  scope: "never",
  summary: "Update texts that readers see",
  description:
    "Sets the texts that you send; others stay as they are. Each needs the placeholders of the English text, such as `{count}`. A " +
    "text is plain text. Applies immediately on every instance.",
  body: wordsSave,
  example: { language: "nl", words: { "layout.signUp": "Aanmelden", "layout.login": null } },
  answer: ok(wordsState, "The texts as they are now"),
});

export const adminWords = () =>
  resource()
    .openapi(read, async (c) => {
      const { context, settings } = c.var.deps;
      const { language = settings.get().language } = c.req.valid("query");
      return c.json(await readWords(context, c.var.actor, language), 200);
    })
    .openapi(save, async (c) => {
      const { context, settings } = c.var.deps;
      const state = await saveWords(context, c.var.actor, c.req.valid("json"));
      // Every instance is notified. Reloading here shows the change in the next request to this one.
      await settings.renew();
      return c.json(state, 200);
    });
