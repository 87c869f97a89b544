import { afterAll, beforeAll, expect, test } from "vitest";
import { cleanSubscribers } from "../../../app/domain/subscribers/clean-subscribers.ts";
import { NEWSLETTER_ASKED, sendConfirmation } from "../../../app/domain/subscribers/subscribe.ts";
import { withStatementLog } from "../../../app/platform/database/statement-log.ts";
import { startJobs } from "../../../app/platform/jobs.ts";
import {
  addSubscriber,
  ask,
  createNewsletterSite,
  findSubscriber,
  mailsTo,
  sendForm,
  setNewsletter,
  ticketFrom,
} from "./newsletter-site.ts";

let app: Awaited<ReturnType<typeof createNewsletterSite>>;
beforeAll(async () => {
  app = await createNewsletterSite();
});
afterAll(() => app.close());

const count = async () =>
  Number(
    (
      await app.context.db
        .selectFrom("subscribers")
        .select((eb) => eb.fn.countAll().as("n"))
        .executeTakeFirstOrThrow()
    ).n,
  );

test.each([
  ["no token", { ticket: "" }, 409],
  ["a forged token", { ticket: `${Date.now() - 10_000}.AAAA` }, 409],
  ["an unknown field", { role: "admin" }, 400],
  ["text that isn’t an email address", { email: "ada" }, 400],
  ["two addresses", { email: "ada@blog.example, eve@blog.example" }, 400],
  ["a header in the address", { email: "ada@blog.example\r\nBcc: eve@blog.example" }, 400],
  ["a NUL", { email: "ada\0@blog.example" }, 400],
])("%s is refused, and nothing is stored", async (_, more, status) => {
  const before = await count();
  expect((await ask(app, "refused@blog.example", app.actors.anonymous, more)).status).toBe(status);
  expect(await count()).toBe(before);
});

test("a form that is sent at once, and one of the day before yesterday, are refused", async () => {
  for (const seconds of [0, 2 * 86_400])
    expect((await ask(app, "fast@blog.example", undefined, { ticket: await ticketFrom(app, seconds) })).body).toMatchObject({
      code: "form_token",
    });
  expect(await findSubscriber(app, "fast@blog.example")).toBeUndefined();
});

test("without a newsletter there is nothing to subscribe to", async () => {
  await setNewsletter(app, false);
  expect((await ask(app, "off@blog.example")).status).toBe(404);
  expect((await app.actors.anonymous.get("/newsletter")).status).toBe(404);
  expect((await sendForm(app.actors.anonymous, "/newsletter", [["email", "off@blog.example"]])).status).toBe(404);
  expect((await app.actors.anonymous.get("/")).text).toContain("mailto:");
  expect((await app.actors.anonymous.get("/sitemap.xml")).text).not.toContain("/newsletter");
  await setNewsletter(app, true);
  expect((await app.actors.anonymous.get("/newsletter")).status).toBe(200);
  expect((await app.actors.anonymous.get("/sitemap.xml")).text).toContain("/newsletter");
  const home = (await app.actors.anonymous.get("/")).text;
  expect(home).not.toContain("?subject=Subscribe");
  expect(home).toContain('action="/newsletter"');
});

test("a program that fills in the hidden field hears the same, and nothing happens", async () => {
  expect((await ask(app, "trapped@blog.example", undefined, { website: "https://spam.example" })).status).toBe(204);
  expect(await findSubscriber(app, "trapped@blog.example")).toBeUndefined();
});

test("subscribing stores a pending row with the record of consent, and mails a link", async () => {
  const by = app.actors.from({ address: "203.0.113.77" });
  expect((await ask(app, "Ada+larks@Blog.example", by, { page: "/story/dawn" })).status).toBe(204);
  const email = "Ada+larks@blog.example";
  expect(await findSubscriber(app, email)).toMatchObject({
    state: "pending",
    source: "form",
    consent_text: "Send me new articles from Skylark by email. I can stop them at any time.",
    consent_network: "203.0.113.0/24",
    consent_page: "/story/dawn",
    confirmed_at: null,
  });
  expect(await mailsTo(app, email)).toEqual([
    {
      kind: "newsletter_confirm",
      subject: "Confirm your subscription to Skylark",
      link: expect.stringMatching(/^http:\/\/blog\.test\/newsletter\/confirm\?token=/),
    },
  ]);
});

test("an address with an international domain is stored and mailed in its ASCII form", async () => {
  await ask(app, "ada@BÜCHER.example");
  expect(await mailsTo(app, "ada@xn--bcher-kva.example")).toHaveLength(1);
});

test("the answer is the same for new, pending, confirmed, left and suppressed addresses", async () => {
  for (const state of ["pending", "confirmed", "left", "suppressed"] as const)
    await addSubscriber(app, `${state}@same.example`, state);
  const answers = [];
  const pages = [];
  for (const name of ["new", "pending", "confirmed", "left", "suppressed"]) {
    const { status, text } = await ask(app, `${name}@same.example`);
    answers.push([status, text]);
    const fields: [string, string][] = [
      ["email", `${name}@same.example`],
      ["ticket", await ticketFrom(app)],
    ];
    const page = await sendForm(app.actors.anonymous, "/newsletter", fields);
    pages.push([page.status, page.text.replaceAll(`${name}@same.example`, "")]);
  }
  expect(new Set(answers.map(String)).size).toBe(1);
  expect(new Set(pages.map(String)).size).toBe(1);
  const mailed = async (name: string) => (await mailsTo(app, `${name}@same.example`)).length;
  expect([await mailed("new"), await mailed("pending"), await mailed("left")]).toEqual([1, 1, 1]);
  expect([await mailed("confirmed"), await mailed("suppressed")]).toEqual([0, 0]);
  expect((await findSubscriber(app, "left@same.example"))?.state).toBe("pending");
});

test("the server does the same for each of these addresses before it answers, so it takes the same time", async () => {
  const site = await createNewsletterSite();
  const { context, pool, database } = site;
  const jobs = await startJobs({ pool, connection: database.config, names: [NEWSLETTER_ASKED], log: context.log });
  Object.assign(context, { jobs });
  try {
    const states = ["pending", "confirmed", "left", "suppressed"] as const;
    for (const state of states) await addSubscriber(site, `${state}@same.example`, state);
    await ask(site, "first@same.example");
    const done = [];
    for (const name of ["new", ...states]) {
      const ticket = await ticketFrom(site);
      const asked = { email: `${name}@same.example`, ticket };
      const { statements } = await withStatementLog(() => site.actors.anonymous.post("/api/newsletter", asked));
      done.push(statements.join("\n"));
    }
    expect(done[0]).toContain("pgboss");
    expect(done[0]).not.toContain("subscribers");
    expect(new Set(done).size).toBe(1);
  } finally {
    await jobs.stop();
    await site.close();
  }
});

test("an address gets one confirmation in ten minutes and three in a day, also if many ask at once", async () => {
  const email = "often@blog.example";
  await Promise.all(Array.from({ length: 5 }, () => ask(app, email)));
  expect(await mailsTo(app, email)).toHaveLength(1);
  for (const [minutes, mails] of [
    [9, 1],
    [2, 2],
    [11, 3],
    [60, 3],
    [23 * 60, 4],
  ] as const) {
    app.move(minutes);
    await ask(app, email);
    expect(await mailsTo(app, email)).toHaveLength(mails);
  }
});

test("a job that runs twice mails once", async () => {
  const asked = {
    email: "twice@blog.example",
    source: "form" as const,
    consent: "Yes.",
    at: app.context.clock.now().toISOString(),
    network: null,
    page: null,
  };
  await Promise.all([
    sendConfirmation(app.context, asked, app.settings.site()),
    sendConfirmation(app.context, asked, app.settings.site()),
  ]);
  await sendConfirmation(app.context, asked, app.settings.site());
  expect(await mailsTo(app, asked.email)).toHaveLength(1);
});

test("5,000 sign-ups from one /24 are limited, and so are those to one address", async () => {
  let accepted = 0;
  for (let host = 0; host < 250; host += 1) {
    const by = app.actors.from({ address: `198.51.100.${host}` });
    const ticket = await ticketFrom(app);
    const answers = await Promise.all(
      Array.from({ length: host < 8 ? 40 : 20 }, (_, n) =>
        by.post("/api/newsletter", { email: `h${host}n${n}@many.example`, ticket }),
      ),
    );
    accepted += answers.filter(({ status }) => status === 204).length;
    if (host === 0) expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  }
  expect(accepted).toBe(120);
  const other = app.actors.from({ address: "198.51.101.1" });
  expect((await ask(app, "elsewhere@many.example", other)).status).toBe(204);
  const statuses = [];
  for (let n = 0; n < 6; n += 1)
    statuses.push((await ask(app, "mailbox@many.example", app.actors.from({ address: `192.0.2.${n}` }))).status);
  expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
});

test("without a script, the form is answered by a page with a token, and then by the inbox", async () => {
  const { anonymous } = app.actors;
  const email: [string, string] = ["email", "plain@blog.example"];
  const first = await sendForm(anonymous, "/newsletter", [email, ["page", "/"]]);
  expect([first.status, first.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(first.text).toContain("One more click");
  const ticket = /name="ticket" value="([^"]+)"/.exec(first.text)?.[1] ?? "";
  expect((await sendForm(anonymous, "/newsletter", [email, ["ticket", ticket]])).text).toContain(ticket);
  app.move(1);
  const second = await sendForm(anonymous, "/newsletter", [email, ["page", "/"], ["ticket", ticket]]);
  expect(second.text).toContain("Check your inbox");
  expect((await findSubscriber(app, "plain@blog.example"))?.consent_page).toBe("/");
});

test("the form’s page says what is wrong, shows markup as text, and refuses other sites", async () => {
  const { anonymous } = app.actors;
  const wrong = await sendForm(anonymous, "/newsletter", [["email", "<script>alert(1)</script>"]]);
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain("Enter an email address like name@example.com.");
  expect(wrong.text).not.toContain("<script>alert");
  const foreign = await sendForm(anonymous, "/newsletter", [["email", "x@y.example"]], { "sec-fetch-site": "cross-site" });
  expect(foreign.status).toBe(403);
  const from = app.actors.from({ address: "198.51.100.3" });
  const fields: [string, string][] = [
    ["email", "limited@blog.example"],
    ["ticket", await ticketFrom(app)],
  ];
  const limited = await sendForm(from, "/newsletter", fields);
  expect([limited.status, limited.headers.has("retry-after")]).toEqual([429, true]);
  expect(limited.text).toContain("Too many tries");
});

test("who never confirms is deleted after seven days, and who had left before has left again", async () => {
  await addSubscriber(app, "never@week.example", "pending");
  await addSubscriber(app, "again@week.example", "left");
  await ask(app, "again@week.example");
  app.move(6 * 24 * 60);
  await cleanSubscribers(app.context);
  expect((await findSubscriber(app, "never@week.example"))?.state).toBe("pending");
  app.move(25 * 60);
  await cleanSubscribers(app.context);
  expect(await findSubscriber(app, "never@week.example")).toBeUndefined();
  expect((await findSubscriber(app, "again@week.example"))?.state).toBe("left");
});
