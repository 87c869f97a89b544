import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { AwsClient } from "aws4fetch";
import { type Part, StorageError } from "./file-store.ts";

export type S3Place = {
  /** Such as https://s3.example.org. */
  origin: string;
  bucket: string;
  /** Begins every name: empty, or ending with a slash. */
  prefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const FOLDER = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;
const REGION = /^[a-z0-9-]{1,64}$/;
/** Services without regions accept it. */
const USUAL_REGION = "us-east-1";

/** Such as an escaped slash in a secret. */
function unescaped(text: string): string | undefined {
  try {
    return decodeURIComponent(text) || undefined;
  } catch {
    return undefined;
  }
}

/** `https://key:secret@host/bucket`, with `/folders` behind it and `?region=…` where they are wanted. */
export function readS3Address(text: string): S3Place | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const accessKeyId = unescaped(url.username);
  const secretAccessKey = unescaped(url.password);
  const [bucket = "", ...folders] = url.pathname.replace(/^\/|\/$/g, "").split("/");
  const region = url.searchParams.get("region") ?? USUAL_REGION;
  const isKnown = [...url.searchParams.keys()].every((name) => name === "region") && url.hash === "";
  const isPlace = BUCKET.test(bucket) && folders.every((folder) => FOLDER.test(folder)) && REGION.test(region);
  if (!accessKeyId || !secretAccessKey || !isKnown || !isPlace || !/^https?:$/.test(url.protocol)) return undefined;
  const prefix = folders.map((folder) => `${folder}/`).join("");
  return { origin: url.origin, bucket, prefix, region, accessKeyId, secretAccessKey };
}

/** `at`: when it was last written; `size`: in bytes. */
export type S3Object = { key: string; at: Date; size: number };

type Question = {
  method?: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  part?: Part;
  body?: Uint8Array<ArrayBuffer>;
  query?: Record<string, string>;
};

const TRIES = 3;
const PAUSE_MS = 150;
/** How long the service may take to begin its answer; longer for uploads. */
const PATIENCE_MS = 10_000;
const SENDING_MS = 60_000;
/** The slowest connection that an upload may have, in bytes per ms. */
const SLOWEST = 50;

const textIn = (xml: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? "";
const causeOf = (error: unknown): string => {
  const { cause, message } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? message;
};

function createRequests({ origin, bucket, prefix, region, accessKeyId, secretAccessKey }: S3Place) {
  let made: Promise<AwsClient> | undefined;
  /** Loaded with the first request, because it is only needed with a bucket. */
  const client = () => {
    made ??= import("aws4fetch").then(({ AwsClient }) => new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3" }));
    return made;
  };

  return async (key: string, { method = "GET", part, body, query = {} }: Question): Promise<Response> => {
    const url = new URL(`${origin}/${bucket}${key === "" ? "" : `/${prefix}${key}`}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const digest = createHash("sha256")
      .update(body ?? "")
      .digest("hex");
    const headers = { "x-amz-content-sha256": digest, ...(part && { range: `bytes=${part.start}-${part.end}` }) };
    const request = await (await client()).sign(url.href, { method, headers, ...(body && { body }) });
    // Only the beginning of the answer has to come in time; a large file takes as long as its reader.
    const patience = new AbortController();
    const timer = setTimeout(
      () => patience.abort(new Error("no answer in time")),
      body ? SENDING_MS + body.length / SLOWEST : PATIENCE_MS,
    );
    try {
      return await fetch(request, { signal: patience.signal });
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Null for 404 of an object. */
type Ask = (key: string, question?: Question) => Promise<Response | null>;

function createAsk(place: S3Place, where: string): Ask {
  const askOnce = createRequests(place);

  async function refusal(response: Response): Promise<StorageError> {
    const said = await response.text().catch(() => "");
    const code = textIn(said, "Code") || `HTTP ${response.status}`;
    const message = textIn(said, "Message");
    return new StorageError(`${where} can’t be used: ${code}${message ? `, ${message}` : ""}`);
  }

  return async (key, question = {}) => {
    for (let tried = 1; ; tried += 1) {
      const answer = await askOnce(key, question).catch((error: unknown) => error as Error);
      const isFaulty = answer instanceof Error || answer.status >= 500 || answer.status === 429;
      if (isFaulty && tried < TRIES) {
        if (answer instanceof Response) await answer.body?.cancel();
        await pause(PAUSE_MS * tried);
      } else if (answer instanceof Error) {
        throw new StorageError(`${where} can’t be reached: ${causeOf(answer)}`, answer);
      } else if (answer.ok) return answer;
      else if (answer.status !== 404) throw await refusal(answer);
      else {
        const error = await refusal(answer);
        // Of a file that isn't there HEAD says no more than the number.
        if (/NoSuchKey|HTTP 404/.test(error.message) && key !== "") return null;
        throw error;
      }
    }
  };
}

const uploadsBy = (ask: Ask, where: string) => ({
  async beginUpload(key: string): Promise<string> {
    const answer = await ask(key, { method: "POST", query: { uploads: "" } });
    const id = textIn((await answer?.text()) ?? "", "UploadId");
    if (!id) throw new StorageError(`${where} doesn’t take files in parts`);
    return id;
  },

  /** A part has at least 5 MB, but for the last one. @param number from 1 @returns what names it at the end */
  async putPart(key: string, upload: string, number: number, body: Uint8Array<ArrayBuffer>): Promise<string> {
    const query = { partNumber: String(number), uploadId: upload };
    const answer = await ask(key, { method: "PUT", body, query });
    await answer?.body?.cancel();
    const etag = answer?.headers.get("etag");
    if (!etag) throw new StorageError(`${where} has given an upload up`);
    return etag;
  },

  async completeUpload(key: string, upload: string, etags: readonly string[]): Promise<void> {
    const parts = etags.map((etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`).join("");
    const body = new TextEncoder().encode(`<CompleteMultipartUpload>${parts}</CompleteMultipartUpload>`);
    const said = (await (await ask(key, { method: "POST", body, query: { uploadId: upload } }))?.text()) ?? "";
    // The service may begin a good answer before it knows.
    if (!said.includes("<ETag>")) throw new StorageError(`${where} can’t be used: ${textIn(said, "Message") || "no answer"}`);
  },

  async abortUpload(key: string, upload: string): Promise<void> {
    await (await ask(key, { method: "DELETE", query: { uploadId: upload } }))?.body?.cancel();
  },
});

/** Signatures of version 4. What fails by itself (no answer, 5xx, 429) is tried three times. Every failure is a StorageError. */
export function openS3Bucket(place: S3Place) {
  const { origin, bucket, prefix } = place;
  const where = `The bucket ${bucket} at ${new URL(origin).host}`;
  const ask = createAsk(place, where);
  return {
    ...uploadsBy(ask, where),

    get: (key: string, part?: Part) => ask(key, part ? { part } : {}),

    async size(key: string): Promise<number | null> {
      const answer = await ask(key, { method: "HEAD" });
      return answer && Number(answer.headers.get("content-length"));
    },

    async put(key: string, body: Uint8Array<ArrayBuffer>): Promise<void> {
      const answer = await ask(key, { method: "PUT", body });
      if (!answer) throw new StorageError(`${where} doesn’t take files`);
      await answer.body?.cancel();
    },

    async delete(key: string): Promise<void> {
      await (await ask(key, { method: "DELETE" }))?.body?.cancel();
    },

    async list(beginning: string): Promise<S3Object[]> {
      const found: S3Object[] = [];
      for (let token: string | undefined = ""; token !== undefined; ) {
        const query: Record<string, string> = {
          "list-type": "2",
          prefix: prefix + beginning,
          ...(token && { "continuation-token": token }),
        };
        const xml = (await (await ask("", { query }))?.text()) ?? "";
        for (const [, one = ""] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const at = new Date(textIn(one, "LastModified"));
          found.push({ key: textIn(one, "Key").slice(prefix.length), at, size: Number(textIn(one, "Size")) });
        }
        token = textIn(xml, "NextContinuationToken") || undefined;
      }
      return found;
    },
  };
}

export type S3Bucket = ReturnType<typeof openS3Bucket>;

/** A service takes at most 10 000 parts of a file. */
const PART = 8 * 1024 ** 2;

/** A large file is sent in parts, so that memory holds one of them. @throws StorageError, or what the disk throws */
export async function putFile(bucket: S3Bucket, key: string, path: string): Promise<void> {
  if ((await stat(path)).size <= PART) return bucket.put(key, new Uint8Array(await readFile(path)));
  const upload = await bucket.beginUpload(key);
  try {
    const etags: string[] = [];
    for await (const part of createReadStream(path, { highWaterMark: PART }))
      etags.push(await bucket.putPart(key, upload, etags.length + 1, new Uint8Array(part)));
    return await bucket.completeUpload(key, upload, etags);
  } catch (error) {
    await bucket.abortUpload(key, upload).catch(() => {});
    throw error;
  }
}
