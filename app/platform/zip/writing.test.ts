import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { openZip } from "./reading.ts";
import { type Entry, endOf, headOf, lineOf, tailOf } from "./records.ts";
import { type Packed, packZip } from "./writing.ts";

const LIMITS = { entries: 100_000, total: 1e12 };

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "skylark-zip-"));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

async function* many(...files: Packed[]): AsyncGenerator<Packed> {
  yield* files;
}

test("what is packed is read as it was, whether it comes whole or in pieces", async () => {
  const text = Buffer.from("The quick lark. ".repeat(1000));
  const open = async () => Readable.from([Buffer.from("in "), Buffer.from("pieces")]);
  const bytes = Buffer.concat(
    await packZip(
      many({ name: "posts/a größer.md", bytes: text }, { name: "empty", bytes: Buffer.alloc(0) }, { name: "p", open }),
    ).toArray(),
  );
  expect(bytes.length).toBeLessThan(1000);
  const path = join(await folder(), "a.zip");
  await writeFile(path, bytes);
  const zip = await openZip(path, LIMITS);
  expect([...zip.entries.keys()]).toEqual(["posts/a größer.md", "empty", "p"]);
  expect(await zip.read("posts/a größer.md", 1e6)).toEqual(text);
  expect([String(await zip.read("empty", 1)), String(await zip.read("p", 100))]).toEqual(["", "in pieces"]);
  zip.close();
});

test("nothing is asked for ahead of whoever takes the archive", async () => {
  let asked = 0;
  async function* endless(): AsyncGenerator<Packed> {
    for (; ; asked++) yield { name: `${asked}`, open: async () => Readable.from([Buffer.alloc(100_000, asked % 256)]) };
  }
  const archive = packZip(endless());
  for await (const piece of archive) {
    expect(piece.length).toBeGreaterThan(0);
    if (asked > 50) break;
  }
  expect([asked, archive.destroyed]).toEqual([51, true]);
});

test("a file that can't be read ends the archive with its error", async () => {
  const broken = packZip(
    many({
      name: "x",
      open: async () =>
        new Readable({
          read() {
            this.destroy(new Error("the disk is gone"));
          },
        }),
    }),
  );
  await expect(broken.toArray()).rejects.toThrow("the disk is gone");
});

test("an archive with more than 65 535 files, and one beyond 4 GB, say where everything is", async () => {
  const content = Buffer.from("far away");
  const shape = { packed: false, later: false, crc: crc32(content), size: content.length, packedSize: content.length };
  const entry = (name: string, at: number): Entry => ({ ...shape, name: Buffer.from(name), at });
  const path = join(await folder(), "large.zip");
  // A file with a hole: all of its five gigabytes but the end are nowhere on the disk.
  const FAR = 5_000_000_000;
  const file = await open(path, "w");
  const first = entry("near", 0);
  const last = entry("far", FAR);
  await file.write(Buffer.concat([headOf(first), content]), 0, null, 0);
  const head = Buffer.concat([headOf(last), content, tailOf(last)]);
  await file.write(head, 0, null, FAR);
  const others = Array.from({ length: 65_600 }, (_, n) => lineOf(entry(`again/${n}`, 0)));
  const lines = Buffer.concat([lineOf(first), lineOf(last), ...others]);
  const at = FAR + head.length;
  await file.write(Buffer.concat([lines, endOf({ entries: 65_602, at, size: lines.length })]), 0, null, at);
  await file.close();
  const zip = await openZip(path, LIMITS);
  expect([zip.entries.size, String(await zip.read("near", 100)), String(await zip.read("far", 100))]).toEqual([
    65_602,
    "far away",
    "far away",
  ]);
  zip.close();
});
