import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { openZip } from "./read-zip.ts";
import { type Packed, packZip } from "./write-zip.ts";

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

test("nothing is asked for ahead of the archive's reader", async () => {
  let asked = 0;
  async function* endless(): AsyncGenerator<Packed> {
    for (; ; asked++) yield { name: `${asked}`, open: async () => Readable.from([Buffer.alloc(100_000, asked % 256)]) };
  }
  const archive = packZip(endless());
  for await (const piece of archive) {
    expect(piece.length).toBeGreaterThan(0);
    if (asked > 50) break;
  }
  expect(archive.destroyed).toBe(true);
  // Besides what has been taken there is what its buffers hold.
  expect(asked).toBeLessThan(55);
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

test("a reader that stops also stops the making of the archive", async () => {
  const ended = Promise.withResolvers<void>();
  async function* endless(): AsyncGenerator<Packed> {
    try {
      for (let n = 0; ; n++) yield { name: `${n}`, bytes: Buffer.from(`${n}`.repeat(1000)) };
    } finally {
      ended.resolve();
    }
  }
  const archive = packZip(endless());
  for await (const piece of archive) if (piece.length > 0) break;
  await ended.promise;
  expect(archive.destroyed).toBe(true);
});

test.each([
  ["packed", { name: "a.bin", bytes: Buffer.from("The quick lark. ".repeat(1000)) }],
  ["stored", { name: "a.bin", open: async () => Readable.from([Buffer.from("The quick lark. ".repeat(1000))]) }],
] satisfies [string, Packed][])("a %s file with a flipped byte is damaged, read whole or in pieces", async (_, file) => {
  const bytes = Buffer.concat(await packZip(many(file)).toArray());
  // Behind the local header: 30 bytes and the name.
  const at = 30 + file.name.length + 20;
  bytes.writeUInt8(bytes.readUInt8(at) ^ 0x01, at);
  const path = join(await folder(), "damaged.zip");
  await writeFile(path, bytes);
  const zip = await openZip(path, LIMITS);
  await expect(zip.read(file.name, 1e6)).rejects.toMatchObject({ name: "ZipError", place: file.name });
  await expect(zip.stream(file.name).then((stream) => stream.toArray())).rejects.toMatchObject({ place: file.name });
  zip.close();
});

test("a reader may leave an uncompressed file after its first bytes, and the next one begins at once", async () => {
  const bytes = Buffer.from("The quick lark. ".repeat(40_000));
  const path = join(await folder(), "stored.zip");
  await writeFile(path, packZip(many({ name: "a.bin", open: async () => Readable.from([bytes]) })));
  const zip = await openZip(path, LIMITS);
  for (let n = 0; n < 20; n++) {
    for await (const piece of await zip.stream("a.bin")) {
      expect(piece.length).toBeGreaterThan(0);
      break;
    }
  }
  expect(await zip.read("a.bin", 1e6)).toEqual(bytes);
  zip.close();
});

test("an archive may have more than 65 535 files", async () => {
  async function* thousands(): AsyncGenerator<Packed> {
    for (let n = 0; n < 65_600; n++) yield { name: `again/${n}`, bytes: Buffer.alloc(0) };
    yield { name: "last", bytes: Buffer.from("far away") };
  }
  const path = join(await folder(), "large.zip");
  await writeFile(path, packZip(thousands()));
  const zip = await openZip(path, LIMITS);
  expect([zip.entries.size, String(await zip.read("last", 100))]).toEqual([65_601, "far away"]);
  zip.close();
});
