import { expect, test } from "vitest";
import { type JudgedComment, judgeComment } from "./judge-comment.ts";

const LINKS = "https://a.example https://b.example https://c.example";

type Values = Partial<Omit<JudgedComment, "settings">> & { settings?: Partial<JudgedComment["settings"]> };

const judge = ({ settings, ...comment }: Values) =>
  judgeComment({
    content: "Two lines a day",
    signals: { hiddenField: "", filledIn: 60_000 },
    isStaff: false,
    opinion: null,
    isKnown: false,
    before: null,
    ...comment,
    settings: { moderateComments: false, holdFirstOnly: false, holdWords: "", spamWords: "", ...settings },
  });

const approved = { status: "approved", is_spam: false, spam_reason: null } as const;

test("without moderation a comment is approved, with it pending, and staff needs no approval", () => {
  expect(judge({})).toEqual({ status: "approved", is_spam: false, spam_reason: null });
  expect(judge({ settings: { moderateComments: true } })).toEqual({ status: "pending", is_spam: false, spam_reason: null });
  expect(judge({ settings: { moderateComments: true }, isStaff: true }).status).toBe("approved");
});

test("suspected spam is pending with the first reason that applies, moderated or not, except for staff", () => {
  const suspected = (spam_reason: string) => ({ status: "pending", is_spam: true, spam_reason });
  expect(judge({ content: LINKS })).toEqual(suspected("too_many_links"));
  expect(judge({ signals: { hiddenField: "", filledIn: 1999 } })).toEqual(suspected("too_fast"));
  expect(judge({ signals: { hiddenField: "x", filledIn: 0 }, content: LINKS })).toEqual(suspected("hidden_field"));
  expect(judge({ signals: { hiddenField: "", filledIn: null } })).toEqual(approved);
  expect(judge({ content: LINKS, isStaff: true })).toEqual(approved);
});

test("a changed comment keeps its mark of spam, and waits unless it was approved and needs no approval now", () => {
  expect(judge({ before: approved })).toEqual(approved);
  expect(judge({ before: { ...approved, status: "pending" } }).status).toBe("pending");
  expect(judge({ before: approved, settings: { moderateComments: true } }).status).toBe("pending");
  const marked = { status: "pending", is_spam: true, spam_reason: "too_fast" } as const;
  expect(judge({ before: marked })).toEqual(marked);
  expect(judge({ before: marked, content: LINKS })).toEqual(marked);
});

test("what the filter holds waits, and only what it takes for spam is marked", () => {
  expect(judge({ opinion: { holds: false, isSpam: false } }).status).toBe("approved");
  expect(judge({ opinion: { holds: true, isSpam: false } })).toEqual({ status: "pending", is_spam: false, spam_reason: null });
  expect(judge({ opinion: { holds: true, isSpam: true } })).toEqual({ status: "pending", is_spam: true, spam_reason: null });
});

test("with the first of each person held, somebody who was approved isn't held again, unless something else holds it", () => {
  const settings = { moderateComments: true, holdFirstOnly: true };
  expect(judge({ settings }).status).toBe("pending");
  expect(judge({ settings, isKnown: true }).status).toBe("approved");
  expect(judge({ settings, isKnown: true, before: approved }).status).toBe("approved");
  expect(judge({ settings, isKnown: true, content: LINKS }).status).toBe("pending");
  expect(judge({ settings: { ...settings, holdWords: "lines" }, isKnown: true }).status).toBe("pending");
  expect(judge({ settings: { moderateComments: true }, isKnown: true }).status).toBe("pending");
  expect(judge({ settings: { holdFirstOnly: true } }).status).toBe("approved");
});

test("words of the lists hold, or mark as spam, except for staff", () => {
  const lists = { holdWords: "lines\nrabbit", spamWords: "pills" };
  expect(judge({ settings: lists })).toEqual({ status: "pending", is_spam: false, spam_reason: "held_word" });
  const spam = { status: "pending", is_spam: true, spam_reason: "spam_word" };
  expect(judge({ settings: lists, content: "Pills, two lines" })).toEqual(spam);
  expect(judge({ settings: lists, isStaff: true })).toEqual(approved);
  expect(judge({ settings: lists, content: "Pills", before: approved })).toEqual(spam);
});
