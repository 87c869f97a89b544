import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { cleanSubscribers } from "../../../app/domain/subscribers/clean-subscribers.ts";
import { buildCategory, buildPost } from "../../builders.ts";
import { buildIssue } from "../../newsletter/build-subscribers.ts";
import { addSubscriber, ask, createNewsletterSite, findSubscriber, mailsTo, sendForm, setNewsletter } from "./newsletter-site.ts";

let app: Awaited<ReturnType<typeof createNewsletterSite>>;
let number = 0;
let email = "";
beforeAll(async () => {
  app = await createNewsletterSite();
});
afterAll(() => app.close());
beforeEach(() => {
  number += 1;
  email = `ada${number}@blog.example`;
});

const get = (path: string) => app.actors.anonymous.get(path);
const post = (path: string, fields: [string, string][] = []) => sendForm(app.actors.anonymous, path, fields);
const stateOf = async () => (await findSubscriber(app, email))?.state;

const OTHER = "0b6f3f0e-6f5c-4d3a-9f0e-0d8f1f2a3b4c";

test("unknown, forged, cut and foreign tokens get one clear page that names no address, and change nothing", async () => {
  const ada = await addSubscriber(app, email);
  const eve = await addSubscriber(app, `eve-${email}`);
  const tokens = [
    "",
    "x",
    ada.id,
    `${ada.id}.`,
    `${ada.id}.${eve.link_key}`,
    `${OTHER}.${ada.link_key}`,
    `${ada.token}.x`,
    `${ada.token}x`,
  ];
  for (const token of tokens)
    for (const page of ["confirm", "choices", "unsubscribe"])
      for (const send of [get, post]) {
        const { status, text, headers } = await send(`/newsletter/${page}?token=${encodeURIComponent(token)}`);
        expect([token, page, status]).toEqual([token, page, 404]);
        expect(text).toContain("This link doesn’t work");
        expect(text).not.toContain(email);
        expect(headers.get("cache-control")).toBe("no-store");
      }
  expect(await stateOf()).toBe("confirmed");
});

test("opening links changes nothing", async () => {
  const pending = await addSubscriber(app, email, "pending");
  const before = await findSubscriber(app, email);
  for (const path of [pending.confirm, pending.choices, pending.leave, `${pending.choices}&erase=1`])
    expect((await get(path)).status).toBe(200);
  expect(await findSubscriber(app, email)).toEqual(before);
});

test("the button of the mailed link confirms once, and two clicks at once do no harm", async () => {
  await ask(app, email);
  const link = (await mailsTo(app, email))[0]?.link ?? "";
  const path = link.replace("http://blog.test", "");
  const shown = await get(path);
  expect(shown.text).toContain("Confirm your subscription");
  expect(shown.text).toContain(email);
  const answers = await Promise.all([post(path), post(path)]);
  for (const { status, text } of answers) expect([status, text.includes("You’re subscribed")]).toEqual([200, true]);
  expect(await findSubscriber(app, email)).toMatchObject({ state: "confirmed", confirmed_at: expect.any(Date), ended_at: null });
  expect((await get(path)).text).toContain("You’re subscribed");
});

test("an old link brings nobody back who has left or is suppressed", async () => {
  for (const state of ["left", "suppressed"] as const) {
    const gone = await addSubscriber(app, `${state}-${email}`, state);
    expect((await post(gone.confirm)).text).toContain("You’re not subscribed");
    expect((await findSubscriber(app, `${state}-${email}`))?.state).toBe(state);
  }
});

test("a mail program leaves with one request from elsewhere, with any body, as often as it likes", async () => {
  const ada = await addSubscriber(app, email);
  const path = `${ada.leave}&issue=${OTHER}`;
  expect((await get(path)).text).toContain("Unsubscribe?");
  const oneClick = () =>
    app.actors.anonymous.send("POST", path, {
      body: "List-Unsubscribe=One-Click",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "sec-fetch-site": "cross-site",
        origin: "https://mail.example",
      },
    });
  const bare = () => app.actors.anonymous.send("POST", path, { body: "\0garbage", headers: { "content-type": "text/plain" } });
  for (const { status } of [...(await Promise.all([oneClick(), oneClick()])), await bare()]) expect(status).toBe(200);
  const left = await findSubscriber(app, email);
  expect(left).toMatchObject({ state: "left", ended_at: expect.any(Date) });
  await oneClick();
  expect(await findSubscriber(app, email)).toEqual(left);
  expect((await get(path)).text).toContain("You’re not subscribed");
});

test("who leaves by the link of an issue is counted in its report, once", async () => {
  const { db } = app.context;
  const ada = await addSubscriber(app, email);
  const { id: issue_id } = await buildIssue(db, { state: "sent" });
  await db.insertInto("newsletter_recipients").values({ issue_id, subscriber_id: ada.id, email, state: "sent" }).execute();
  const leftAt = async () =>
    (await db.selectFrom("newsletter_recipients").select("left_at").where("issue_id", "=", issue_id).executeTakeFirstOrThrow())
      .left_at;
  await get(`${ada.leave}&issue=${issue_id}`);
  expect(await leftAt()).toBeNull();
  await post(`${ada.leave}&issue=${issue_id}`);
  const left = await leftAt();
  expect(left).not.toBeNull();
  await post(`${ada.leave}&issue=${issue_id}`);
  expect(await leftAt()).toEqual(left);
});

test("leaving doesn’t lift a suppression", async () => {
  const ada = await addSubscriber(app, email, "suppressed");
  expect((await post(ada.leave)).status).toBe(200);
  expect(await findSubscriber(app, email)).toMatchObject({ state: "suppressed", suppressed_for: "complaint" });
});

test("who has left and subscribes again confirms again", async () => {
  const ada = await addSubscriber(app, email, "left");
  await ask(app, email);
  expect(await stateOf()).toBe("pending");
  await post(ada.confirm);
  expect(await findSubscriber(app, email)).toMatchObject({ state: "confirmed", ended_at: null });
});

test("subscribers choose how often, what about and in which language", async () => {
  const { db } = app.context;
  const [gehen, sehen] = [await buildCategory(db, { name: "Walks" }), await buildCategory(db, { name: "<b>Sights</b>" })];
  const ada = await addSubscriber(app, email);
  expect((await get(ada.choices)).text).not.toContain('name="language"');
  await buildPost(db, { language: "de" });
  await buildPost(db);
  const shown = (await get(ada.choices)).text;
  for (const part of ['name="frequency"', "Walks", "&lt;b&gt;Sights", "German", "English"]) expect(shown).toContain(part);
  const chosen: [string, string][] = [
    ["action", "save"],
    ["frequency", "weekly"],
    ["scope", "some"],
    ["category", gehen.id],
    ["category", sehen.id],
    ["language", "de"],
  ];
  expect((await post(ada.choices, chosen)).text).toContain("Your choices are saved.");
  expect(await findSubscriber(app, email)).toMatchObject({ frequency: "weekly", all_categories: false, language: "de" });
  const categories = await db
    .selectFrom("subscriber_categories")
    .select("category_id")
    .where("subscriber_id", "=", ada.id)
    .execute();
  expect(categories.map(({ category_id }) => category_id).sort()).toEqual([gehen.id, sehen.id].sort());
  const all: [string, string][] = [
    ["frequency", "post"],
    ["scope", "all"],
    ["language", "en"],
  ];
  await post(ada.choices, all);
  expect(await findSubscriber(app, email)).toMatchObject({ frequency: "post", all_categories: true, language: null });
});

test("without a digest, no weekly email is offered, and what was chosen before is kept", async () => {
  const ada = await addSubscriber(app, email);
  const weekly = 'value="weekly"';
  expect((await get("/newsletter")).text).toContain("or one email a week");
  expect((await get(ada.choices)).text).toContain(weekly);
  const choose = (fields: [string, string][]) => post(ada.choices, [["action", "save"], ["scope", "all"], ...fields]);
  await choose([["frequency", "weekly"]]);
  await setNewsletter(app, true, { newsletterDigest: false });
  expect((await get("/newsletter")).text).not.toContain("one email a week");
  const shown = (await get(ada.choices)).text;
  expect(shown).toContain("You chose one email a week. At the moment, none is sent.");
  expect(shown).not.toContain(weekly);
  expect(shown).toContain('value="post"');
  expect((await choose([])).text).toContain("Your choices are saved.");
  expect((await findSubscriber(app, email))?.frequency).toBe("weekly");
  const every = (await choose([["frequency", "post"]])).text;
  expect(every).not.toContain("one email a week");
  expect((await findSubscriber(app, email))?.frequency).toBe("post");
  // From a page that was opened before.
  expect((await choose([["frequency", "weekly"]])).text).toContain("At the moment, none is sent.");
  expect((await findSubscriber(app, email))?.frequency).toBe("weekly");
  await setNewsletter(app, true);
  expect((await get(ada.choices)).text).toContain(weekly);
});

test("choices without a category, with invented ones or with other words are refused, and nothing changes", async () => {
  const ada = await addSubscriber(app, email);
  const before = await findSubscriber(app, email);
  for (const fields of [
    [
      ["frequency", "post"],
      ["scope", "some"],
    ],
    [
      ["frequency", "post"],
      ["scope", "some"],
      ["category", OTHER],
    ],
    [
      ["frequency", "post"],
      ["scope", "some"],
      ["category", "x"],
    ],
    [
      ["frequency", "hourly"],
      ["scope", "all"],
    ],
    [
      ["frequency", "post"],
      ["scope", "all"],
      ["language", "x'"],
    ],
  ] as [string, string][][])
    expect((await post(ada.choices, fields)).status).toBe(400);
  expect(await findSubscriber(app, email)).toEqual(before);
});

test("who isn’t subscribed can’t choose, but can have everything deleted", async () => {
  const ada = await addSubscriber(app, email, "left");
  expect((await get(ada.choices)).text).toContain("You’re not subscribed");
  expect(
    (
      await post(ada.choices, [
        ["frequency", "weekly"],
        ["scope", "all"],
      ])
    ).text,
  ).toContain("You’re not subscribed");
  expect((await findSubscriber(app, email))?.frequency).toBe("post");
  expect((await get(ada.choices)).text).toContain("erase=1");
});

test("leaving on the page of choices", async () => {
  const ada = await addSubscriber(app, email);
  expect((await post(ada.choices, [["action", "leave"]])).text).toContain("You’re not subscribed");
  expect(await stateOf()).toBe("left");
});

test("erasing asks first, leaves a hash alone, and subscribing by oneself removes that, too", async () => {
  await ask(app, email);
  const path = ((await mailsTo(app, email))[0]?.link ?? "").replace("http://blog.test", "").replace("confirm", "choices");
  expect((await get(`${path}&erase=1`)).text).toContain("Delete everything?");
  const hashes = async () => (await app.context.db.selectFrom("erased_subscribers").select("email_hash").execute()).length;
  const before = await hashes();
  const answers = await Promise.all([post(path, [["action", "erase"]]), post(path, [["action", "erase"]])]);
  expect(answers.some(({ text }) => text.includes("Everything is deleted"))).toBe(true);
  expect(await findSubscriber(app, email)).toBeUndefined();
  expect(await mailsTo(app, email)).toEqual([]);
  expect(await hashes()).toBe(before + 1);
  expect((await get(path)).status).toBe(404);
  await ask(app, email);
  expect(await hashes()).toBe(before + 1);
  await post(((await mailsTo(app, email))[0]?.link ?? "").replace("http://blog.test", ""));
  expect(await hashes()).toBe(before);
});

test("the links of an old email work after years", async () => {
  const ada = await addSubscriber(app, email);
  const years = 10 * 365 * 24 * 60;
  app.move(years);
  await cleanSubscribers(app.context);
  expect((await get(ada.choices)).text).toContain(email);
  const chosen: [string, string][] = [
    ["action", "save"],
    ["scope", "all"],
    ["frequency", "weekly"],
  ];
  expect((await post(ada.choices, chosen)).text).toContain("Your choices are saved.");
  expect((await findSubscriber(app, email))?.frequency).toBe("weekly");
  expect((await post(ada.leave)).status).toBe(200);
  expect(await stateOf()).toBe("left");
  app.move(-years);
});

test("the links work while the newsletter is off and while the site is closed", async () => {
  const ada = await addSubscriber(app, email);
  await setNewsletter(app, false, { maintenanceMode: true });
  expect((await get(ada.choices)).status).toBe(200);
  expect((await post(ada.leave)).status).toBe(200);
  expect(await stateOf()).toBe("left");
  await setNewsletter(app, true, { maintenanceMode: true });
  expect((await post("/newsletter", [["email", email]])).status).toBe(503);
  expect((await ask(app, email)).status).toBe(503);
  await setNewsletter(app, true);
});
