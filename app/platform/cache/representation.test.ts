import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { matchesEtag, preferredEncoding, represent } from "./representation.ts";

describe("represent", () => {
  const long = Buffer.from("A skylark over a morning horizon. ".repeat(100));

  it("holds the same bytes in every form, each with an ETag of its own", async () => {
    const { forms } = await represent(long);
    expect(brotliDecompressSync(forms.br.body)).toEqual(long);
    expect(gunzipSync(forms.gzip.body)).toEqual(long);
    expect(forms.identity.body).toEqual(long);
    expect(new Set([forms.br.etag, forms.gzip.etag, forms.identity.etag]).size).toBe(3);
    expect(forms.br.body.length).toBeLessThan(long.length / 5);
  });

  it("has the same ETag for the same bytes and another for others", async () => {
    const [a, b, c] = await Promise.all([represent(long), represent(Buffer.from(long)), represent(Buffer.from(`${long}!`))]);
    expect(a.forms.identity.etag).toBe(b.forms.identity.etag);
    expect(a.forms.identity.etag).not.toBe(c.forms.identity.etag);
  });

  it("leaves small bodies as they are", async () => {
    const { forms } = await represent(Buffer.from("short"));
    expect(forms.br.body.toString()).toBe("short");
  });
});

describe("preferredEncoding", () => {
  it.each([
    [undefined, "identity"],
    ["", "identity"],
    ["gzip, deflate, br, zstd", "br"],
    ["gzip", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["br;q=0.5, gzip;q=0.9", "gzip"],
    ["identity", "identity"],
    ["*", "br"],
    ["gzip;q=0, br;q=0.0", "identity"],
    ["GZIP", "gzip"],
  ])("%s → %s", (accept, encoding) => {
    expect(preferredEncoding(accept)).toBe(encoding);
  });
});

describe("matchesEtag", () => {
  it.each([
    [undefined, false],
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ["*", true],
    ['"b"', false],
  ])("%s → %s", (header, matches) => {
    expect(matchesEtag(header, '"a"')).toBe(matches);
  });
});
