import { buildSubscriber } from "../builders.ts";
import type { Fixture } from "./operation-fixture.ts";
import type { Input, Row } from "./operation-row.ts";

/** A list that was uploaded and can be imported, in place of any other. */
async function newList({ db }: Fixture): Promise<Input> {
  await db.deleteFrom("subscriber_imports").execute();
  await db.insertInto("subscriber_imports").values({ name: "list.csv", source: "table" }).execute();
  return {};
}

/** The rows of subscribers in the table of operations. */
export const SUBSCRIBER_OPERATIONS: Record<string, Row> = {
  listSubscribers: { at: "get /api/admin/newsletter/subscribers", who: "admins" },
  createSubscriber: { at: "post /api/admin/newsletter/subscribers", who: "admins", leaves: ["subscriber added"] },
  updateSuppression: {
    at: "put /api/admin/newsletter/subscribers/{id}/suppression",
    who: "admins",
    leaves: ["subscriber suppressed"],
    call: async ({ db }) => ({ id: (await buildSubscriber(db)).id }),
  },
  deleteSuppression: {
    at: "delete /api/admin/newsletter/subscribers/{id}/suppression",
    who: "admins",
    leaves: ["subscriber suppression lifted"],
    call: async ({ db }) => ({
      id: (await buildSubscriber(db, { state: "suppressed", suppressed_for: "by hand", ended_at: new Date() })).id,
    }),
  },
  deleteSubscriber: {
    at: "delete /api/admin/newsletter/subscribers/{id}",
    who: "admins",
    leaves: ["subscriber erased"],
    call: async ({ db }) => ({ id: (await buildSubscriber(db)).id }),
  },
  createSuppressions: { at: "post /api/admin/newsletter/suppressions", who: "admins", leaves: ["subscriber suppressed"] },
  exportSubscribers: { at: "get /api/admin/newsletter/subscribers.csv", who: "admins" },
  uploadSubscribers: {
    at: "post /api/admin/newsletter/import",
    who: "admins",
    leaves: ["subscriber list uploaded"],
    call: () => ({ query: { name: "list.csv" }, file: new TextEncoder().encode("email\nada@blog.example\n") }),
  },
  readSubscriberImport: { at: "get /api/admin/newsletter/import", who: "admins", call: newList },
  startSubscriberImport: {
    at: "post /api/admin/newsletter/import/start",
    who: "admins",
    leaves: ["subscriber import started"],
    call: newList,
  },
  exportLeftOut: { at: "get /api/admin/newsletter/import/left-out.csv", who: "admins", call: newList },
  deleteSubscriberImport: {
    at: "delete /api/admin/newsletter/import",
    who: "admins",
    leaves: ["subscriber list deleted"],
    call: newList,
  },
};
