import { createHash, type Hash } from "node:crypto";
import { createTarPacker } from "modern-tar";
import { LIST_LENGTH, listName } from "./archive-format.ts";

export type Packed = { name: string; size: number; bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array> };

/** A tar archive; after every thousandth file, and at the end, a list of checksums in the format of `sha256sum`. */
export function packArchive(createdAt: Date) {
  const { readable, controller } = createTarPacker();
  const allLists: Hash = createHash("sha256");
  let lines: string[] = [];
  let lists = 0;

  async function write({ name, size, bytes }: Packed): Promise<string> {
    const sha256 = createHash("sha256");
    const entry = controller.add({ name, size, type: "file", mode: 0o600, mtime: createdAt, uname: "", gname: "" });
    const writer = entry.getWriter();
    // An error of the archive's reader arrives through the next write.
    writer.closed.catch(() => {});
    for await (const chunk of bytes) {
      sha256.update(chunk);
      await writer.write(chunk);
    }
    await writer.close();
    return sha256.digest("hex");
  }

  async function writeList(): Promise<void> {
    if (lines.length === 0) return;
    lists += 1;
    const text = Buffer.from(lines.join(""));
    lines = [];
    allLists.update(text);
    await write({ name: listName(lists), size: text.length, bytes: [text] });
  }

  return {
    readable,

    /** @throws when it has more or fewer bytes than it says */
    async add(file: Packed): Promise<void> {
      lines.push(`${await write(file)}  ${file.name}\n`);
      if (lines.length === LIST_LENGTH) await writeList();
    },

    async addLast(name: string, textOf: (lists: { count: number; sha256: string }) => string): Promise<void> {
      await writeList();
      const text = Buffer.from(textOf({ count: lists, sha256: allLists.digest("hex") }));
      await write({ name, size: text.length, bytes: [text] });
      controller.finalize();
    },

    /** So that the archive's reader fails, too. */
    fail: (error: unknown) => controller.error(error),
  };
}

export type Archive = ReturnType<typeof packArchive>;
