import { describe, expect, it } from "vitest";
import type { AdminPost } from "../../../../domain/posts/post-shapes.ts";
import type { PostValues } from "../form-input.ts";
import { NOTHING } from "../post-values.ts";
import {
  beginSession,
  isDirty,
  reduceSession,
  type ServerDraft,
  type SessionEvent,
  type SessionState,
} from "./reduce-session.ts";
import { draftOfUnfinished } from "./save-draft.ts";

const emptyDraft = (id: string): ServerDraft => ({ id, version: 0, values: null, at: null, editor: null });

const post = (changes: Partial<AdminPost> = {}): AdminPost => ({
  id: "p1",
  title: "Dawn",
  slug: "dawn",
  kind: "post",
  description: "",
  excerpt: "",
  content: "<p>one</p>",
  content_format: "html",
  status: "draft",
  featured: false,
  language: null,
  translations: [],
  category: null,
  category_id: null,
  author: null,
  coauthors: [],
  tags: [],
  featured_image: null,
  featured_image_alt: "",
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
  published_at: null,
  first_published_at: null,
  views_count: 0,
  likes_count: 0,
  comments_count: 0,
  comments_open: true,
  comments_stay_open: false,
  listed: true,
  read_time: 1,
  words: 1,
  version: 3,
  staged_at: null,
  planned: null,
  handed_in: null,
  ...changes,
});
const saved: PostValues = { ...NOTHING, title: "Dawn", slug: "dawn", content: "<p>one</p>" };
const PLAN = { kind: "publish", at: "2026-02-01T09:00:00.000Z", failure: null } as const;

/** A session of a post, and the events that follow, each at its time in ms. */
function play(begin: SessionState, ...events: (readonly [now: number, event: SessionEvent])[]): SessionState {
  return events.reduce((state, [now, event]) => reduceSession(state, event, now), begin);
}
const opened = (changes?: Partial<AdminPost>) => beginSession(post(changes), null, emptyDraft("d1"));
const begun = () => beginSession(null, null, emptyDraft("d1"));
const typing = (patch: Partial<PostValues>): SessionEvent => ({ type: "typed", patch });
const autosaved = (values: PostValues, version: number): SessionEvent => ({
  type: "autosaved",
  stored: { id: "p1", version, values },
  draft: emptyDraft("d2"),
  at: "2026-01-02T10:00:00.000Z",
});
const failed = (failure: "offline" | "refused" | "overtaken" | "no access", sent: PostValues): SessionEvent => ({
  type: "autosave failed",
  failure,
  sent,
});
const newer = (edit_version = 0) => ({
  post: post({ version: 5, title: "Their dawn" }),
  values: { ...saved, title: "Their dawn" },
  at: "2026-01-02T09:00:00.000Z",
  base: { id: "p1", version: 5, values: { ...saved, title: "Their dawn" } },
  edit_version,
});

describe("what is typed", () => {
  it("is unsaved, and is saved on the server after three seconds without a key", () => {
    const first = play(opened(), [1000, typing({ content: "<p>two</p>" })]);
    expect(isDirty(first)).toBe(true);
    expect(first.autosave.due).toBe(4000);
    expect(play(first, [2000, typing({ content: "<p>three</p>" })]).autosave.due).toBe(5000);
  });

  it("waits for twenty seconds at most while the user keeps typing", () => {
    const keys = Array.from({ length: 10 }, (_, index) => [1000 + index * 2000, typing({ title: `Dawn ${index}` })] as const);
    expect(play(opened(), ...keys).autosave.due).toBe(21_000);
    expect(play(opened(), ...keys, [25_000, typing({ title: "Late" })]).autosave.due).toBe(25_000);
  });

  it("asks for nothing once it is taken back", () => {
    const back = play(opened(), [1000, typing({ title: "Dusk" })], [2000, typing({ title: "Dawn" })]);
    expect(isDirty(back)).toBe(false);
    expect(back.autosave.due).toBeNull();
    expect(play(back, [60_000, typing({ title: "Dusk" })]).autosave.due).toBe(63_000);
  });

  it("removes the problems of its fields and those of the whole post", () => {
    const problems = [
      { field: "title", message: "Title is required" },
      { field: "slug", message: "Slug is required" },
      { field: "", message: "No" },
    ] as const;
    const refused = play(opened(), [0, { type: "save refused", problems: [...problems] }]);
    expect(refused.refusals).toBe(1);
    expect(play(refused, [1, typing({ title: "Dusk" })]).problems).toEqual([problems[1]]);
  });
});

describe("a server draft", () => {
  it("is shown as being saved, then as saved, and a second save never starts meanwhile", () => {
    const running = play(opened(), [0, typing({ title: "Dusk" })], [3000, { type: "autosave began" }]);
    expect(running.autosave).toMatchObject({ state: "saving", isRunning: true, due: null });
    const done = play(running, [4000, autosaved({ ...saved, title: "Dusk" }, 4)]);
    expect(done.autosave).toMatchObject({ state: "resting", isRunning: false, due: null, at: "2026-01-02T10:00:00.000Z" });
    expect(done.stored.version).toBe(4);
    expect(isDirty(done)).toBe(false);
  });

  it("whose answer comes after newer words leaves them as they are and unsaved", () => {
    const sent = { ...saved, title: "Dusk" };
    const late = play(
      opened(),
      [0, typing({ title: "Dusk" })],
      [3000, { type: "autosave began" }],
      [4000, typing({ title: "Dusk again" })],
      [5000, autosaved(sent, 4)],
    );
    expect(late.values.title).toBe("Dusk again");
    expect(late.stored).toEqual({ id: "p1", version: 4, values: sent });
    expect(isDirty(late)).toBe(true);
    expect(late.autosave.due).toBe(8000);
  });

  it("that took longer than anybody should wait is followed by the next one at once", () => {
    const late = play(
      opened(),
      [0, typing({ title: "Dusk" })],
      [3000, { type: "autosave began" }],
      [4000, typing({ title: "Dusk again" })],
      [40_000, autosaved({ ...saved, title: "Dusk" }, 4)],
    );
    expect(late.autosave.due).toBe(40_000);
  });

  it("of a published post leaves the post as it is", () => {
    const values = { ...saved, status: "published" as const, title: "Dusk" };
    const begin = opened({ status: "published" });
    const draft = { ...emptyDraft("d1"), version: 1, values, at: "2026-01-02T10:00:00.000Z" };
    const after = play(
      begin,
      [0, typing({ title: "Dusk" })],
      [3000, { type: "autosave began" }],
      [3500, { type: "autosaved", stored: begin.stored, draft, at: "2026-01-02T10:00:00.000Z" }],
    );
    expect(after.stored.values.title).toBe("Dawn");
    expect(isDirty(after)).toBe(false);
    const discarded = play(after, [
      9000,
      { type: "draft discarded", post: post({ status: "published" }), draft: emptyDraft("d3") },
    ]);
    expect(discarded.values.title).toBe("Dawn");
    expect(discarded.draft).toEqual(emptyDraft("d3"));
    expect(discarded.edition).toBe(after.edition + 1);
  });
});

describe("a draft that can't be saved on the server", () => {
  const offline = (times: number): SessionState => {
    let state = play(opened(), [0, typing({ title: "Dusk" })]);
    for (let n = 0; n < times; n += 1)
      state = play(state, [3000, { type: "autosave began" }], [3000, failed("offline", state.values)]);
    return state;
  };

  it("is tried again after 4, 8, 16 … seconds, and every minute in the end", () => {
    expect([1, 2, 3, 4, 5, 6].map((times) => offline(times).autosave.due)).toEqual([
      7000, 11_000, 19_000, 35_000, 63_000, 63_000,
    ]);
  });

  it("goes by the usual pauses again as soon as the browser is online", () => {
    const online = play(offline(5), [10_000, { type: "came online" }]);
    expect(online.autosave).toMatchObject({ state: "offline", due: 13_000 });
    const again = play(online, [13_000, { type: "autosave began" }]);
    expect(again.autosave.state).toBe("offline");
    expect(play(again, [13_500, autosaved(again.values, 4)]).autosave).toMatchObject({ state: "resting", failures: 0 });
  });

  it("without access is tried four times, and again once its author types on or has signed in", () => {
    const locked = (times: number) => {
      let state = play(opened(), [0, typing({ title: "Dusk" })]);
      for (let n = 0; n < times; n += 1)
        state = play(state, [3000, { type: "autosave began" }], [3000, failed("no access", state.values)]);
      return state;
    };
    expect([1, 2, 3, 4].map((times) => locked(times).autosave.due)).toEqual([7000, 11_000, 19_000, null]);
    expect(play(locked(4), [9000, typing({ title: "Dusk 2" })]).autosave.due).toBe(35_000);
    const signedIn = play(locked(4), [9000, { type: "signed in" }]);
    expect(signedIn.autosave).toMatchObject({ state: "no access", due: 12_000 });
    // What was refused for another reason isn't sent again because of a sign-in.
    const refused = play(opened(), [0, typing({ title: "Dusk" })], [3000, { type: "autosave began" }]);
    const still = play(refused, [3100, failed("refused", refused.values)], [9000, { type: "signed in" }]);
    expect(still.autosave.due).toBeNull();
  });

  it("may have arrived, which is remembered until there is an answer", () => {
    const sent = { ...saved, title: "Dusk" };
    expect(offline(1).autosave.unanswered).toEqual(sent);
    const overtaken = play(offline(1), [7000, { type: "autosave began" }], [7100, failed("overtaken", sent)]);
    expect(overtaken.autosave.unanswered).toEqual(sent);
    expect(play(offline(1), [8000, { type: "lost answer found" }]).autosave.unanswered).toBeNull();
    expect(play(offline(1), [8000, { type: "save began", button: "update" }]).autosave.unanswered).toBeNull();
  });

  it("isn't sent again as it was refused, only once it has changed", () => {
    const typed = play(opened(), [0, typing({ title: "Dusk" })], [3000, { type: "autosave began" }]);
    const refused = play(typed, [3100, failed("refused", typed.values)]);
    expect(refused.autosave).toMatchObject({ state: "refused", due: null });
    const next = play(refused, [5000, typing({ title: "Dusk 2" })]);
    expect(next.autosave.due).toBe(8000);
    const twice = play(next, [8000, { type: "autosave began" }], [8100, failed("refused", next.values)]);
    expect(twice.autosave.due).toBeNull();
  });

  it("is sent again when it was refused after newer words had been typed", () => {
    const typed = play(opened(), [0, typing({ title: "Dusk" })], [3000, { type: "autosave began" }]);
    const late = play(typed, [3100, typing({ title: "Dusk 2" })], [3200, failed("refused", typed.values)]);
    expect(late.autosave.due).toBe(6200);
  });
});

describe("a save by hand", () => {
  const began: SessionEvent = { type: "save began", button: "update" };

  it("holds drafts back until it is answered", () => {
    const saving = play(opened(), [0, typing({ title: "Dusk" })], [1000, began], [1500, typing({ title: "Dusk 2" })]);
    expect(saving.saving).toBe("update");
    expect(saving.autosave.due).toBeNull();
    const refused = play(saving, [2000, { type: "save refused", problems: [{ field: "", message: "No" }] }]);
    expect(refused).toMatchObject({ saving: null, refusals: 1, values: { title: "Dusk 2" } });
    expect(refused.autosave.due).toBe(5000);
  });

  it("takes the values that the server stored, except for fields that have changed since", () => {
    const sent = { ...saved, title: " Dusk ", excerpt: "Short" };
    const after = play(
      opened({ planned: PLAN }),
      [0, typing({ title: " Dusk ", excerpt: "Short" })],
      [1000, began],
      [1500, typing({ excerpt: "Shorter" })],
      [
        2000,
        {
          type: "saved",
          post: post({ version: 4, title: "Dusk", excerpt: "Short", status: "published" }),
          sent,
          draft: emptyDraft("d2"),
        },
      ],
    );
    expect(after.values).toMatchObject({ title: "Dusk", excerpt: "Shorter" });
    expect(after).toMatchObject({ saving: null, live: "dawn", created: null, draft: { id: "d2" } });
    expect(after.stored.version).toBe(4);
    expect(after.plan.planned).toBeNull();
    expect(after.autosave.due).toBe(5000);
  });

  it("of a new post names the post, until the screen has moved there", () => {
    const event: SessionEvent = { type: "saved", post: post({ version: 1 }), sent: saved, draft: emptyDraft("d2") };
    const created = play(begun(), [0, typing(saved)], [1000, began], [1100, event]);
    expect(created).toMatchObject({ created: "p1", live: null, stored: { id: "p1", version: 1 } });
    expect(isDirty(created)).toBe(false);
    expect(play(created, [1200, { type: "moved" }]).created).toBeNull();
  });

  it("is not disturbed by a draft that fails meanwhile", () => {
    const both = play(
      opened(),
      [0, typing({ title: "Dusk" })],
      [3000, { type: "autosave began" }],
      [3100, began],
      [3200, failed("offline", { ...saved, title: "Dusk" })],
    );
    expect(both).toMatchObject({ saving: "update", values: { title: "Dusk" } });
    expect(both.autosave).toMatchObject({ state: "offline", due: null });
  });
});

describe("a conflict", () => {
  const mine = [0, typing({ content: "<p>mine</p>" })] as const;
  const found = (at: number, edit_version?: number) => [at, { type: "conflict found", newer: newer(edit_version) }] as const;

  it("stops drafts until it is decided", () => {
    const asked = play(opened(), mine, [1000, { type: "save began", button: "update" }], found(1200));
    expect(asked).toMatchObject({ saving: null, values: { content: "<p>mine</p>" }, autosave: { due: null } });
    expect(play(asked, [2000, typing({ content: "<p>mine, too</p>" })]).autosave.due).toBeNull();
    expect(play(asked, [3000, { type: "conflict closed" }])).toMatchObject({ conflict: null, autosave: { due: 6000 } });
  });

  it("leaves the choice to its author when a draft was overtaken, whatever is typed", () => {
    const typed = play(opened(), mine, [3000, { type: "autosave began" }]);
    const overtaken = play(typed, [3100, failed("overtaken", typed.values)], [9000, typing({ excerpt: "More" })]);
    expect(overtaken.autosave).toMatchObject({ state: "overtaken", due: null });
    expect(play(overtaken, [9500, { type: "came online" }]).autosave.due).toBeNull();
  });

  it("is merged on top of their version, as one more change that isn't saved", () => {
    const merged = { ...saved, title: "Their dawn", content: "<p>mine</p>" };
    const after = play(opened(), mine, found(1200), [2000, { type: "conflict merged", merged }]);
    expect(after).toMatchObject({ conflict: null, values: merged, edition: 1, stored: { version: 5 } });
    expect(after.draft).toMatchObject({ id: "d1", version: 0, values: null });
    expect(isDirty(after)).toBe(true);
  });

  it("with their server draft goes on from that draft", () => {
    const merged = { ...saved, title: "Their dawn" };
    const after = play(opened(), mine, found(1200, 7), [2000, { type: "conflict merged", merged }]);
    expect(after.draft).toMatchObject({ id: "d1", version: 7, values: { title: "Their dawn" } });
    expect(isDirty(after)).toBe(false);
  });

  it("stays while the line breaks, and what was put together is sent once it is back", () => {
    const typed = play(opened(), mine, [3000, { type: "autosave began" }]);
    const broken = play(typed, found(3100), [3200, failed("offline", typed.values)]);
    expect(broken.conflict).not.toBeNull();
    expect(broken.autosave).toMatchObject({ state: "offline", due: null });
    const merged = { ...saved, title: "Ours" };
    const decided = play(broken, [3300, { type: "conflict merged", merged }]);
    expect(decided.autosave.due).toBe(7200);
    expect(play(decided, [4000, { type: "came online" }]).autosave.due).toBe(7000);
  });
});

describe("a plan", () => {
  it("is requested and made, or refused with a reason that a new try removes", () => {
    const requested = play(opened(), [0, { type: "plan requested" }]);
    expect(requested.plan.isBusy).toBe(true);
    const refused = play(requested, [1, { type: "plan refused", error: "Too late" }]);
    expect(refused.plan).toEqual({ planned: null, isBusy: false, error: "Too late" });
    expect(play(refused, [2, { type: "plan error dismissed" }]).plan.error).toBeUndefined();
    expect(play(refused, [2, { type: "plan requested" }]).plan.error).toBeUndefined();
    expect(play(requested, [1, { type: "planned", planned: PLAN }]).plan).toEqual({
      planned: PLAN,
      isBusy: false,
      error: undefined,
    });
  });

  it("that is canceled while the user types changes nothing that was typed", () => {
    const typed = play(opened({ planned: PLAN }), [0, { type: "plan requested" }], [1000, typing({ title: "Dusk" })]);
    const back = play(typed, [1500, { type: "planned", planned: null }]);
    expect(back.plan.planned).toBeNull();
    expect(back.values).toBe(typed.values);
    expect(back).toMatchObject({ edition: 0, autosave: { due: 4000 } });
  });

  it("that was carried out shows the post as it is then", () => {
    const out = post({ version: 4, status: "published" });
    const after = play(opened({ planned: PLAN }), [0, { type: "plan looked up", post: out, draft: emptyDraft("d2") }]);
    expect(after).toMatchObject({ values: { status: "published" }, stored: { version: 4 }, edition: 1 });
    expect(after.plan.planned).toBeNull();
    expect(isDirty(after)).toBe(false);
  });

  it("that was carried out while the user types keeps what was typed", () => {
    const out = post({ version: 4, status: "published" });
    const after = play(
      opened({ planned: PLAN }),
      [0, typing({ content: "<p>one, two</p>" })],
      [1000, { type: "plan looked up", post: out, draft: emptyDraft("d2") }],
    );
    expect(after.values).toEqual({ ...saved, status: "published", content: "<p>one, two</p>" });
    expect(after).toMatchObject({ stored: { version: 4, values: { status: "published" } }, edition: 0, autosave: { due: 4000 } });
    expect(isDirty(after)).toBe(true);
  });

  it("that was carried out after someone else has saved leaves the choice to the user", () => {
    const out = post({ version: 5, status: "published", title: "Dusk" });
    const typed = play(opened({ planned: PLAN }), [0, typing({ content: "<p>one, two</p>" })]);
    const after = play(typed, [1000, { type: "plan looked up", post: out, draft: emptyDraft("d2") }]);
    expect(after).toMatchObject({ values: typed.values, stored: { version: 3 }, plan: { planned: null } });
  });

  it("that failed, or left changes that wait, leaves the form as it is", () => {
    const failure = { ...PLAN, failure: "Description is required" };
    const begin = opened({ planned: PLAN });
    const after = play(begin, [0, { type: "plan looked up", post: post({ planned: failure }), draft: emptyDraft("d2") }]);
    expect(after.plan.planned).toEqual(failure);
    expect(after).toMatchObject({ values: begin.values, draft: begin.draft, edition: 0 });
    const waiting = post({ staged_at: "2026-01-02T10:00:00.000Z", version: 9 });
    expect(play(begin, [0, { type: "plan looked up", post: waiting, draft: emptyDraft("d2") }]).stored.version).toBe(3);
  });
});

describe("what an earlier visit left", () => {
  const values = { ...saved, title: "Left behind" };
  const restore = (
    version: number,
    edit?: { id: string; version: number },
    known: { id: string; version: number } | null = null,
  ) =>
    ({
      type: "copy restored",
      copy: { values, base: saved, version, edit: edit ?? { id: "d0", version: 0 } },
      known,
      draft: emptyDraft("d2"),
    }) satisfies SessionEvent;

  it("continues from the version that it began from, so that the server can detect a conflict", () => {
    const after = play(opened({ version: 6, title: "Their dawn" }), [0, restore(3)]);
    expect(after).toMatchObject({ values, edition: 1, stored: { id: "p1", version: 3, values: saved } });
    expect(after.autosave.due).toBe(3000);
    expect(play(opened(), [0, restore(3)]).stored).toEqual(opened().stored);
  });

  it("goes on from the server draft of then", () => {
    const staged = beginSession(post(), null, { ...emptyDraft("d1"), version: 4, values: saved });
    expect(play(staged, [0, restore(3, { id: "d1", version: 2 })]).draft.version).toBe(2);
    expect(play(staged, [0, restore(3, { id: "d1", version: 4 })]).draft).toBe(staged.draft);
  });

  it("of a new post belongs to its server draft, where there still is one", () => {
    expect(play(begun(), [0, restore(0, { id: "d0", version: 2 }, { id: "d0", version: 5 })]).draft).toEqual({
      ...emptyDraft("d0"),
      version: 5,
    });
    expect(play(begun(), [0, restore(0, { id: "d0", version: 2 })]).draft).toEqual(emptyDraft("d2"));
  });

  it("on the server is continued as it is, under its own id", () => {
    const { category_id: _none, tags: _names, ...fields } = values;
    const unfinished = {
      id: "d7",
      version: 2,
      updated_at: "2026-01-02T10:00:00.000Z",
      writing: { ...fields, category_id: null, tags: ["light", "sky"] },
    };
    const after = beginSession(null, null, draftOfUnfinished(unfinished));
    expect(after.values).toEqual({ ...values, tags: "light, sky" });
    expect(after.draft).toMatchObject({ id: "d7", version: 2, at: "2026-01-02T10:00:00.000Z" });
    expect(isDirty(after)).toBe(false);
    expect(after.stored.id).toBe(null);
  });
});
