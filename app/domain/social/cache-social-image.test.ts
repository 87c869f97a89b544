import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { cachePicture } from "./cache-social-image.ts";

let dir: string;
beforeEach(async () => {
  dir = join(await mkdtemp(join(tmpdir(), "skylark-social-")), "made-when-missing");
});
afterEach(() => rm(join(dir, ".."), { recursive: true }));

/** Draws the given bytes, and counts the calls and how many run at once. */
function artist() {
  const seen = { times: 0, atOnce: 0, most: 0 };
  const draw = (text: string) => async () => {
    seen.times += 1;
    seen.atOnce += 1;
    seen.most = Math.max(seen.most, seen.atOnce);
    await new Promise((resolve) => setTimeout(resolve, 5));
    seen.atOnce -= 1;
    return Buffer.from(text);
  };
  return { seen, draw };
}

describe("keeping pictures", () => {
  it("draws each once, for all who ask together and all who ask later", async () => {
    const { seen, draw } = artist();
    const asked = await Promise.all(Array.from({ length: 20 }, () => cachePicture(dir, "dawn", "v1", draw("one"))));
    asked.push(await cachePicture(dir, "dawn", "v1", draw("one")));
    expect(new Set(asked.map(String))).toEqual(new Set(["one"]));
    expect(seen.times).toBe(1);
  });

  it("draws two at a time", async () => {
    const { seen, draw } = artist();
    const names = Array.from({ length: 12 }, (_, n) => `post-${n}`);
    const drawn = await Promise.all(names.map((name) => cachePicture(dir, name, "v1", draw(name))));
    expect(drawn.map(String)).toEqual(names);
    expect(seen).toEqual({ times: 12, atOnce: 0, most: 2 });
  });

  it("lets go of older versions and leaves nothing unfinished", async () => {
    const { draw } = artist();
    await cachePicture(dir, "dawn", "v1", draw("old"));
    await cachePicture(dir, "dusk", "v1", draw("other"));
    expect(String(await cachePicture(dir, "dawn", "v2", draw("new")))).toBe("new");
    const files = await readdir(dir);
    expect(files.map((file) => file.replace(/^[0-9a-f]{32}/, "")).sort()).toEqual([".v1.png", ".v2.png"]);
  });

  it("takes names of any length", async () => {
    const { draw } = artist();
    await cachePicture(dir, "a".repeat(254), "v1", draw("long"));
    expect(await readFile(join(dir, (await readdir(dir))[0] ?? ""), "utf8")).toBe("long");
  });

  it("passes a failure on, and draws again the next time", async () => {
    const { draw } = artist();
    const failing = () => Promise.reject(new Error("no ink"));
    await expect(cachePicture(dir, "dawn", "v1", failing)).rejects.toThrow("no ink");
    await expect(Promise.all([1, 2, 3].map((n) => cachePicture(dir, `p${n}`, "v1", failing)))).rejects.toThrow("no ink");
    expect(String(await cachePicture(dir, "dawn", "v1", draw("ink")))).toBe("ink");
  });

  it("hands the picture over where none can be kept", async () => {
    const { draw } = artist();
    await writeFile(dir, "a file in the folder's place");
    expect(String(await cachePicture(dir, "dawn", "v1", draw("drawn")))).toBe("drawn");
  });
});
