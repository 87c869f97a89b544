import { randomUUID } from "node:crypto";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openS3Bucket, readS3Address } from "../../../platform/storage/s3-bucket.ts";
import { type Finding, failed, ok, type RunCheck, warning } from "./installation.ts";

/** Writes, reads and deletes an object. @throws StorageError */
async function tryBucket(s3Url: string): Promise<Finding> {
  const place = readS3Address(s3Url);
  if (!place) return failed("S3_URL doesn’t name a bucket.", "Set it to https://key:secret@host/bucket.");
  const bucket = openS3Bucket(place);
  const key = `doctor-${randomUUID()}`;
  const sent = Buffer.from(key);
  await bucket.put(key, new Uint8Array(sent));
  try {
    const answer = await bucket.get(key);
    const read = answer && Buffer.from(await answer.arrayBuffer());
    if (!read?.equals(sent))
      return failed(`The bucket ${place.bucket} didn’t return what was written.`, "Ask the service’s provider.");
  } finally {
    await bucket.delete(key);
  }
  return ok(`An object was written to the bucket ${place.bucket} at ${new URL(place.origin).host}, read and deleted.`);
}

const NOT_WRITABLE =
  "Give the folder to the account that runs the site (chown -R), and check that the disk isn’t mounted read-only.";

async function tryFolder(dataDir: string): Promise<Finding> {
  const media = join(dataDir, "media");
  const folder = (await stat(media).catch(() => null)) ? media : dataDir;
  const path = join(folder, `.doctor-${randomUUID()}`);
  try {
    await writeFile(path, path, { flag: "wx", mode: 0o600, flush: true });
    const read = await readFile(path, "utf8");
    if (read !== path) return failed(`A file in ${folder} wasn’t read as it was written.`, "Check the disk (smartctl, dmesg).");
    return ok(`A file was written to ${folder}, read and deleted.`);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT")
      return warning(
        `${dataDir} isn’t there yet.`,
        "Start the site once: it creates the folder. If it should already exist, check DATA_DIR.",
      );
    return failed(`${folder} can’t be used: ${message}`, NOT_WRITABLE);
  } finally {
    await rm(path, { force: true });
  }
}

export const picturesCheck: RunCheck = {
  name: "pictures",
  title: "Image storage",
  why: "Uploads go there, and readers get images from there.",
  async run({ config: { dataDir, s3Url } }): Promise<Finding> {
    if (s3Url === undefined) return tryFolder(dataDir);
    try {
      return await tryBucket(s3Url);
    } catch (error) {
      return failed(
        (error as Error).message,
        "Check S3_URL: host, bucket, key and secret; the key must be allowed to read, write, delete and list.",
      );
    }
  },
};

const KNOWN_ADDRESS = "8.8.8.8";

export const placesCheck: RunCheck = {
  name: "places",
  title: "Location lookup",
  why: "Analytics show the countries of readers. The file is on this machine, so no one else is asked.",
  async run({ config: { geoipDb, geoipHttp }, openPlaces }): Promise<Finding> {
    const file = geoipDb ?? "The file that comes with Skylark";
    try {
      const country = (await openPlaces()).find(KNOWN_ADDRESS)?.country;
      if (!country)
        return warning(
          `${file} doesn’t know where ${KNOWN_ADDRESS} is.`,
          "Set GEOIP_DB to a database of countries or cities (.mmdb).",
        );
      const services = geoipHttp ? ` ${geoipHttp.length} services on the network are asked first.` : "";
      return ok(`${file} knows ${KNOWN_ADDRESS}: ${country}.${services}`);
    } catch (error) {
      return failed((error as Error).message, "Download the file again, or remove GEOIP_DB.");
    }
  },
};
