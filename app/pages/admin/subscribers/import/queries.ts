import { queryOptions } from "@tanstack/react-query";
import { pathTo } from "../../../../base-path.ts";
import { adminApi, adminFetch } from "../../../../browser/auth/admin-api.ts";
import type { ImportStart } from "../../../../domain/subscribers/imports/import.ts";
import { body, unwrap, unwrapEmpty } from "../../../../http/api/admin/client.ts";
import { downloadCsv } from "../queries.ts";

const api = adminApi.newsletter.import;

/** How often to ask how far an import is, in ms. */
const ASK_MS = 2000;

/** Its key begins as that of the subscribers, which the import changes. */
export const importQuery = queryOptions({
  queryKey: ["admin", "newsletter", "subscribers", "import"],
  queryFn: () => body(api.$get({ query: {} })),
  refetchInterval: ({ state }) => (state.data?.import?.state === "running" ? ASK_MS : false),
});

/** Sends the file as it is. @throws ApiError */
export async function uploadList(file: File): Promise<void> {
  const address = pathTo(`/api/admin/newsletter/import?${new URLSearchParams({ name: file.name })}`);
  const headers = { "content-type": "application/octet-stream" };
  await unwrap(adminFetch(address, { method: "POST", headers, body: file }) as never as ReturnType<typeof api.$get>);
}

export const startImport = (start: ImportStart) => body(api.start.$post({ json: start, query: {} }));

export const discardImport = () => unwrapEmpty(api.$delete({ query: {} }));

export const downloadLeftOut = () => downloadCsv("/api/admin/newsletter/import/left-out.csv", "left-out.csv");
