import { createHash, hash } from "node:crypto";

const NEWLINE = 10;

/**
 * Doesn't depend on the order of rows, because a database returns them in any order. Each row, as a line of COPY's text format without its
 * newline, gets its SHA-256. These are read as eight 32-bit numbers (big endian), and added up without carry from one number to the next.
 */
export class LineDigest {
  rows = 0;
  bytes = 0;
  private readonly sum = new Uint32Array(8);
  /** a line that goes on in the next chunk */
  private begun: ReturnType<typeof createHash> | null = null;

  private add(digest: Buffer): void {
    for (let lane = 0; lane < 8; lane += 1) this.sum[lane] = ((this.sum[lane] ?? 0) + digest.readUInt32BE(lane * 4)) >>> 0;
    this.rows += 1;
  }

  /** COPY's text; chunks may end anywhere. */
  update(chunk: Uint8Array): void {
    this.bytes += chunk.length;
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      const line = chunk.subarray(start, end);
      if (this.begun) this.add(this.begun.update(line).digest());
      else this.add(hash("sha256", line, "buffer"));
      this.begun = null;
      start = end + 1;
    }
    if (start < chunk.length) {
      this.begun ??= createHash("sha256");
      this.begun.update(chunk.subarray(start));
    }
  }

  digest(): string {
    const bytes = Buffer.alloc(32);
    for (const [lane, number] of this.sum.entries()) bytes.writeUInt32BE(number, lane * 4);
    return bytes.toString("hex");
  }
}
