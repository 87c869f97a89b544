import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { OwnerProof } from "../../../domain/auth/reauthenticate.ts";
import { backupPolicy } from "../../../domain/backups/backup.policy.ts";
import { backup, backupList, backupSchedule, backupScheduleInput } from "../../../domain/backups/backup.ts";
import { BACKUPS_PAGE_SIZE } from "../../../domain/backups/backup-rules.ts";
import {
  deleteBackup,
  listBackups,
  openBackup,
  readBackup,
  requestProof,
  startBackup,
} from "../../../domain/backups/manage-backups.ts";
import { readSchedule, saveSchedule } from "../../../domain/backups/save-schedule.ts";
import { exampleOf } from "../../../domain/schema-fields.ts";
import type { AppEnv } from "../../env.ts";
import { listPage, onePage } from "../fields.ts";
import { accepted, done, file, ok, resource, routesOf } from "../operation.ts";
import { ownerProof, takeProof } from "../owner-proof.ts";

const createRoute = routesOf("Backups", "backup");

const list = createRoute("get", "/admin/backups", backupPolicy.read, {
  id: "listBackups",
  scope: "never",
  summary: "List backups",
  description: "All backups, and the attempts of the last 30 days that failed, the newest first.",
  query: z.strictObject({ page: listPage }),
  answer: ok(backupList, "A page of backups", onePage(backup, BACKUPS_PAGE_SIZE)),
});

const start = createRoute("post", "/admin/backups", backupPolicy.create, {
  id: "startBackup",
  scope: "never",
  summary: "Create a backup now",
  description:
    "It is made in the background, where the schedule keeps backups, and stays until someone deletes it. 409 (`wrong_state`) while another one is being made.",
  answer: accepted(backup, "The backup, which is queued", {
    ...exampleOf(backup),
    kind: "manual",
    state: "waiting",
  }),
  refuses: [409],
});

const read = createRoute("get", "/admin/backups/{id}", backupPolicy.read, {
  id: "readBackup",
  scope: "never",
  summary: "Read a backup",
  description: "Its progress and what is known of it.",
  answer: ok(backup, "The backup"),
});

const archive = file("The file", "application/octet-stream", "…");

const download = createRoute("get", "/admin/backups/{id}/file", backupPolicy.download, {
  id: "exportBackup",
  scope: "never",
  summary: "Download a backup",
  description:
    "The file as it is kept; `repr-digest` has its SHA-256 (RFC 9530). The activity log records each download. Needs a session that began less than 15 minutes ago, or else 400 (`reauthentication_needed`). 409 (`wrong_state`) for one that isn’t whole, or whose file this server doesn’t reach.",
  answer: archive,
  refuses: [409],
});

const downloadWithProof = createRoute("post", "/admin/backups/{id}/file", backupPolicy.download, {
  id: "fetchBackup",
  scope: "never",
  summary: "Download a backup with your password",
  description:
    "The same file for a session of any age, with `current_password`, or with the `nonce` that `/auth/v1/reauthenticate` emails.",
  body: ownerProof,
  example: { current_password: "correct horse battery staple" },
  answer: archive,
  refuses: [409],
});

const prove = createRoute("post", "/admin/backups/{id}/proof", backupPolicy.prove, {
  id: "startBackupProof",
  scope: "never",
  summary: "Verify a backup",
  description:
    "Restores it into a scratch database in the background and compares every table and image. 409 (`wrong_state`) for one that isn’t whole, is being verified, or whose file this server doesn’t reach.",
  answer: accepted(backup, "The backup, which is queued to be verified", { ...exampleOf(backup), proof: "wanted" }),
  refuses: [409],
});

const remove = createRoute("delete", "/admin/backups/{id}", backupPolicy.delete, {
  id: "deleteBackup",
  scope: "never",
  summary: "Delete a backup",
  description:
    "Deletes its file and its entry; if this server doesn’t reach the file, only its entry. 409 (`wrong_state`) while it is being made or verified.",
  answer: done("The backup is deleted"),
  refuses: [409],
});

const readPlan = createRoute("get", "/admin/backup-schedule", backupPolicy.read, {
  id: "readBackupSchedule",
  scope: "never",
  summary: "Read the schedule of backups",
  description: "When and where backups are made, how they are, where they can be kept, and how one is restored here.",
  answer: ok(backupSchedule, "The schedule"),
});

const savePlan = createRoute("put", "/admin/backup-schedule", backupPolicy.schedule, {
  id: "updateBackupSchedule",
  scope: "never",
  summary: "Change the schedule of backups",
  description:
    "409 (`stale_version`) when someone else has saved since it was read. What was due before the change isn’t made up for. Needs a session that began less than 15 minutes ago, `current_password`, or the `nonce` that `/auth/v1/reauthenticate` emails.",
  body: z.strictObject({ ...backupScheduleInput.shape, ...ownerProof.shape }).openapi("BackupScheduleInput"),
  example: {
    automatic: true,
    hour: 3,
    place: "disk",
    version: 1,
  },
  answer: ok(backupSchedule, "The schedule as stored", { ...exampleOf(backupSchedule), version: 2 }),
  refuses: [409],
});

async function sendFile(c: Context<AppEnv>, id: string, proof: OwnerProof = {}): Promise<Response> {
  const { context, backups } = c.var.deps;
  const isSent = c.req.method !== "HEAD";
  const { backup, file } = await openBackup(context, c.var.actor, backups, id, { proof, isSent });
  const headers = {
    "content-type": "application/octet-stream",
    "content-length": String(file.size),
    "content-disposition": `attachment; filename="${backup.name}"`,
    "cache-control": "private, no-store",
    ...(backup.sha256 && { "repr-digest": `sha-256=:${Buffer.from(backup.sha256, "hex").toString("base64")}:` }),
  };
  if (isSent) return new Response(await file.read(), { headers });
  await file.close();
  return new Response(null, { headers });
}

export const adminBackups = () =>
  resource()
    .openapi(list, async (c) => {
      const { context, backups } = c.var.deps;
      return c.json(await listBackups(context, c.var.actor, backups, { page: c.req.valid("query").page ?? 1 }), 200);
    })
    .openapi(start, async (c) => c.json(await startBackup(c.var.deps.context, c.var.actor, c.var.deps.backups), 202))
    .openapi(read, async (c) =>
      c.json(await readBackup(c.var.deps.context, c.var.actor, c.var.deps.backups, c.req.valid("param").id), 200),
    )
    .openapi(download, (c) => sendFile(c, c.req.valid("param").id))
    .openapi(downloadWithProof, async (c) => sendFile(c, c.req.valid("param").id, await takeProof(c, c.req.valid("json"))))
    .openapi(prove, async (c) =>
      c.json(await requestProof(c.var.deps.context, c.var.actor, c.var.deps.backups, c.req.valid("param").id), 202),
    )
    .openapi(remove, async (c) => {
      await deleteBackup(c.var.deps.context, c.var.actor, c.var.deps.backups, c.req.valid("param").id);
      return c.body(null, 204);
    })
    .openapi(readPlan, async (c) => {
      const { context, backups, settings } = c.var.deps;
      return c.json(await readSchedule(context, c.var.actor, backups, settings.site().timezone), 200);
    })
    .openapi(savePlan, async (c) => {
      const { context, backups, settings } = c.var.deps;
      const { current_password, nonce, ...input } = c.req.valid("json");
      await saveSchedule(context, c.var.actor, backups, input, await takeProof(c, { current_password, nonce }));
      return c.json(await readSchedule(context, c.var.actor, backups, settings.site().timezone), 200);
    });
