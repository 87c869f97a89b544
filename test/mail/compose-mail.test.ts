import { parseDocument } from "htmlparser2";
import { describe, expect, it } from "vitest";
import { composeMail } from "../../app/domain/mail/compose-mail.ts";
import { isMailbox, type MailKind, type Mails } from "../../app/domain/mail/mail.ts";
import { SECRETS, SITE } from "./post-office.ts";

const DATA: { [Kind in MailKind]: Mails[Kind] } = {
  confirm: SECRETS,
  recovery: SECRETS,
  magiclink: SECRETS,
  invite: SECRETS,
  email_change: SECRETS,
  email_change_notice: { newEmail: "new@reader.example" },
  email_change_taken: {},
  reauthentication: { code: SECRETS.code },
  password_changed: {},
  factor_changed: { change: "code_used", left: 3 },
  passkey_changed: { change: "added" },
  wrong_passwords: { failures: 10, network: "203.0.113.0/24" },
  new_browser: {
    at: new Date("2026-11-27T21:54:00Z"),
    timeZone: "Europe/Berlin",
    browser: { name: "Firefox", system: "Linux" },
    network: "203.0.113.0/24",
    isLast: false,
    path: "/account",
  },
  account_exists: {},
  test: {},
  newsletter_confirm: { path: "/newsletter/confirm?token=one.two", byOwner: false },
  guest_comment: { article: "On larks", path: "/guest/confirm?token=one.two" },
  guest_follow: { article: "On larks", path: "/guest/confirm?token=one.two" },
  guest_account: { article: "On larks", path: "/story/on-larks", follows: true },
  guest_erase: { path: "/guest/erase?token=one.two" },
  comment_reply: {
    who: "Grace",
    article: "On larks",
    text: "Well said",
    path: "/story/on-larks#comments",
    unsubscribe: "/unsubscribe?token=one.two",
    isGuest: false,
  },
  thread_comment: {
    who: "Grace",
    article: "On larks",
    text: "Well said",
    path: "/story/on-larks#comment-1",
    unsubscribe: "/unsubscribe?token=one.two.three",
    isGuest: false,
  },
  handed_in: { who: "Grace", title: "On larks", note: "Is it too long?\n\nI think so.", path: "/admin/posts/edit/1" },
  sent_back: { who: null, title: "On larks", remarks: [{ text: "Shorter", quote: "The lark" }], path: "/admin/posts/edit/1" },
  hand_in_published: { title: "On larks", path: "/story/on-larks" },
  token_published: { token: "Notes", titles: ["On larks", "On owls"], path: "/admin/posts", isPlanned: false },
  admin_notices: {
    counts: [{ kind: "comment", count: 2 }],
    notices: [{ title: "New comment", text: "Well said", url: "https://larks.example/admin/comments" }],
    holdsMore: true,
  },
};
const KINDS = Object.keys(DATA) as MailKind[];
const compose = (kind: MailKind, site = SITE) => composeMail(kind, DATA[kind] as Mails[typeof kind], site);

/** The elements of a page, and its text as a reader sees it. */
function seen(html: string) {
  const elements: { name: string; attribs: Record<string, string> }[] = [];
  let text = "";
  const walk = (node: { type: string; name?: string; data?: string; attribs?: Record<string, string>; children?: unknown[] }) => {
    if (node.type === "text") text += node.data;
    if (node.name) elements.push({ name: node.name, attribs: node.attribs ?? {} });
    if (node.type !== "style") for (const child of node.children ?? []) walk(child as typeof node);
  };
  walk(parseDocument(html) as never);
  return { elements, text: text.replace(/\s+/g, " ") };
}

describe.each(KINDS)("the message %s", (kind) => {
  it("says the same in text and in HTML, in the site's name", () => {
    const { subject, text, html, link, code } = compose(kind);
    expect(subject).toContain("Larks & Co");
    const page = seen(html);
    const paragraphs = text.split("\n\n").filter((block) => !block.includes("\n"));
    for (const paragraph of paragraphs) expect(page.text).toContain(paragraph);
    expect(text).toContain("https://larks.example");
    if (link) {
      expect(text.split("\n")).toContain(link);
      expect(page.elements.filter(({ attribs }) => attribs.href === link)).toHaveLength(2);
    }
    if (code) {
      expect(text).toContain(code);
      expect(page.text).toContain(code);
    }
  });

  it("needs only tables and attributes, and loads nothing", () => {
    const { elements } = seen(compose(kind).html);
    for (const { name, attribs } of elements) {
      expect(attribs).not.toHaveProperty("style");
      expect(["img", "script", "link", "iframe", "form", "div"]).not.toContain(name);
    }
    expect(elements.some(({ name }) => name === "table")).toBe(true);
  });

  it("escapes a hostile site name", () => {
    const name = 'A\r\nBcc: all@x.example\u2028\n<script>alert("1")</script>&amp;';
    const { subject, text, html } = compose(kind, { ...SITE, name });
    expect(subject).toContain('A Bcc: all@x.example <script>alert("1")</script>&amp;');
    expect(text).not.toMatch(/^Bcc:/m);
    const page = seen(html);
    expect(page.elements.map((element) => element.name)).not.toContain("script");
    expect(page.text).toContain('<script>alert("1")</script>&amp;');
  });
});

it("leads to the screen whose button redeems the token", () => {
  const query = (type: string) => `?token_hash=${SECRETS.token}&type=${type}`;
  expect(compose("confirm").link).toBe(`https://larks.example/confirm${query("signup")}`);
  expect(compose("recovery").link).toBe(`https://larks.example/reset-password${query("recovery")}`);
  expect(compose("magiclink").link).toBe(`https://larks.example/confirm${query("magiclink")}`);
  expect(compose("invite").link).toBe(`https://larks.example/confirm${query("invite")}`);
  expect(compose("email_change").link).toBe(`https://larks.example/confirm${query("email_change")}`);
  expect(composeMail("confirm", { ...SECRETS, next: "/story/a?b=c&d" }, SITE).link).toBe(
    `https://larks.example/confirm${query("signup")}&redirect_to=%2Fstory%2Fa%3Fb%3Dc%26d`,
  );
});

it("names the new address to the old one", () => {
  const { text, link, code } = compose("email_change_notice");
  expect(text).toContain("to new@reader.example.");
  expect([link, code]).toEqual([null, null]);
});

it.each([
  ["reader@blog.example", true],
  ["o'neil+tag@sub.blog.example", true],
  ["reader@blog.example\r\nBcc: all@x.example", false],
  ["reader@blog.example\n", false],
  ["a@b.example, c@d.example", false],
  ["a@b.example;c@d.example", false],
  ["Name <a@b.example>", false],
  ['"a b"@c.example', false],
  ["a@b@c.example", false],
  ["reader", false],
  ["", false],
])("accepts %j as one address: %s", (address, expected) => {
  expect(isMailbox(address)).toBe(expected);
});
