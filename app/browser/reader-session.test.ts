import { describe, expect, it, vi } from "vitest";
import { createReaderSession, localStore, type SessionStore } from "./reader-session.ts";

const MINUTE = 60_000;

function browser() {
  const values = new Map<string, string>();
  const store: SessionStore = { getItem: (key) => values.get(key) ?? null, setItem: (key, value) => void values.set(key, value) };
  const at = { time: 1_000_000_000_000 };
  const openTab = () => createReaderSession(store, () => at.time);
  const stored = () => JSON.parse(values.get("reader_session") ?? "null");
  return { store, at, openTab, stored, values };
}

describe("the reader session", () => {
  it("has an id of 32 hex characters and all its fields", () => {
    const { openTab, stored } = browser();
    const id = openTab().id();
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(stored()).toEqual({
      id,
      startTime: 1_000_000_000_000,
      lastActivity: 1_000_000_000_000,
      isActive: true,
      tabId: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  it("is shared by all tabs", () => {
    const { openTab } = browser();
    expect(openTab().id()).toBe(openTab().id());
  });

  it("lasts 30 minutes and can be resumed for 5 more; then a new one begins", () => {
    const { openTab, at } = browser();
    const first = openTab().id();
    at.time += 30 * MINUTE;
    expect(openTab().id()).toBe(first);
    at.time += 5 * MINUTE - 1;
    expect(openTab().id()).toBe(first);
    at.time += 1;
    expect(openTab().id()).not.toBe(first);
  });

  it("continues while the reader is active", () => {
    const { openTab, at } = browser();
    const tab = openTab();
    const first = tab.id();
    for (let n = 0; n < 10; n += 1) {
      at.time += 20 * MINUTE;
      tab.touch();
    }
    expect(tab.id()).toBe(first);
  });

  it("writes activity at most once a minute", () => {
    const { openTab, at, stored } = browser();
    const tab = openTab();
    tab.id();
    const begun = stored().lastActivity;
    at.time += MINUTE - 1;
    tab.touch();
    expect(stored().lastActivity).toBe(begun);
    at.time += 1;
    tab.touch();
    expect(stored().lastActivity).toBe(begun + MINUTE);
  });

  it.each(["not json", "{}", '{"id":"short","lastActivity":1}', '{"id":"../../etc/passwd","lastActivity":1e15}', "null"])(
    "replaces an invalid value: %s",
    (value) => {
      const { openTab, values } = browser();
      values.set("reader_session", value);
      expect(openTab().id()).toMatch(/^[0-9a-f]{32}$/);
    },
  );

  it("is only stored in local storage if that works", () => {
    const storage = { setItem: vi.fn(), removeItem: vi.fn() };
    vi.stubGlobal("localStorage", storage);
    expect(localStore()).toBe(storage);
    storage.setItem.mockImplementation(() => {
      throw new Error("QuotaExceededError");
    });
    expect(localStore()).toBeNull();
    vi.unstubAllGlobals();
    // As on the server, and in a browser that refuses.
    expect(localStore()).toBeNull();
  });

  it("lasts as long as the page when nothing can be stored", () => {
    const refusing: SessionStore = {
      getItem: () => null,
      setItem: () => {
        throw new Error("QuotaExceededError");
      },
    };
    expect(createReaderSession(refusing).id()).toMatch(/^[0-9a-f]{32}$/);
  });
});
