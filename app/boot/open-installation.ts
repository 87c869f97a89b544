import { access } from "node:fs/promises";
import { join } from "node:path";
import { hostOf, senderOf } from "../domain/mail/send-mail.ts";
import type { CurrentSettings } from "../domain/settings/read-settings.ts";
import type { Installation } from "../domain/system/checks/installation.ts";
import { productVersion } from "../domain/system/read-system.ts";
import type { Config } from "../platform/config/config.ts";
import { homeOf } from "../platform/postgres/choose-place.ts";
import { openPlacesOf } from "./open-places.ts";

/** Null: without the database the settings are unknown. */
type KnownSettings = Pick<CurrentSettings, "site" | "get"> | null;

/** Null before the embedded database's first start, and with DATABASE_URL. @throws Node's error */
export async function embeddedFolder({ databaseUrl, dataDir }: Pick<Config, "databaseUrl" | "dataDir">): Promise<string | null> {
  if (databaseUrl) return null;
  try {
    const folder = join(await homeOf(join(dataDir, "postgres")), "cluster");
    await access(folder);
    return folder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

export async function openInstallation(
  config: Config,
  parts: Pick<Installation, "projectDir" | "database" | "server"> & { known: KnownSettings },
): Promise<Installation> {
  const { known, ...rest } = parts;
  const site = known?.site();
  const chosen = known?.get();
  const siteUrl = site && chosen?.siteUrl ? site.url : (config.siteUrl ?? null);
  const sender = site ? senderOf(site, config.mailFrom) : config.mailFrom;
  return {
    config,
    ...rest,
    version: await productVersion(parts.projectDir),
    databaseDir: await embeddedFolder(config),
    siteUrl,
    timezone: site?.timezone ?? "UTC",
    sender: sender?.address ?? `no-reply@${siteUrl ? hostOf({ url: siteUrl }) : "localhost"}`,
    newsletterSender: chosen?.newsletterSender ?? "",
    openPlaces: () => openPlacesOf(config),
  };
}
