/** A bucket of an S3-compatible service, and how to be let in. */
export type S3Place = {
  /** the service's origin, such as https://s3.example.org */
  origin: string;
  bucket: string;
  /** stands before every name: empty, or with a slash at its end */
  prefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const FOLDER = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;
const REGION = /^[a-z0-9-]{1,64}$/;
/** Where nothing is said of a region; services without regions take it. */
const USUAL_REGION = "us-east-1";

/** What was escaped in an address, such as a slash in a secret. */
function unescaped(text: string): string | undefined {
  try {
    return decodeURIComponent(text) || undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads `https://key:secret@host/bucket`, with `/folders` behind it and `?region=…` where they are wanted.
 * @returns the place; undefined when the address doesn't name one
 */
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
