import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { pathTo } from "../../../base-path.ts";
import { adminApi, adminFetch } from "../../../browser/auth/admin-api.ts";
import type { Import, ImportOptions } from "../../../domain/imports/import.ts";
import { AT_WORK, type Severity } from "../../../domain/imports/import-rules.ts";
import { body, query, unwrap, unwrapEmpty } from "../../../http/api/admin/client.ts";
import { saveFile } from "../frame/save-file.ts";

/** How often to ask for the progress of a running import, in ms. */
const ASK_MS = 1000;

export const CHANGED_IMPORTS = [["admin"], ["posts"], ["categories"], ["tags"], ["comments"]] as const;

/** Whether something is being done for an import. A canceled one still stores the posts that it was at. */
export const isAtWork = (one: Import | undefined) => one !== undefined && (AT_WORK.includes(one.state) || one.is_stopping);

export const importsQuery = ({ page }: { page: string }) =>
  queryOptions({
    queryKey: ["admin", "imports", "list", page],
    queryFn: () => body(adminApi.imports.$get({ query: query({ page }) })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isAtWork) ? ASK_MS : false),
  });

export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ["admin", "imports", "one", id],
    queryFn: () => body(adminApi.imports[":id"].$get({ param: { id }, query: {} })),
    refetchInterval: ({ state }) => (isAtWork(state.data) ? ASK_MS : false),
  });

type FindingsWanted = { severity: string; group: string; page: string };

/**
 * The findings of an import, by severity and group; empty for all. Its state and options are in the key because the findings change with
 * them.
 */
export const findingsQuery = ({ id, state, options }: Import, { severity, group, page }: FindingsWanted) =>
  queryOptions({
    queryKey: ["admin", "imports", "findings", id, state, options, severity, group, page],
    queryFn: () => {
      const wanted = { page, ...(severity && { severity: severity as Severity }), ...(group && { group }) };
      return body(adminApi.imports[":id"].findings.$get({ param: { id }, query: wanted }));
    },
    placeholderData: keepPreviousData,
  });

/** The missing pictures of an import. `state` is in the key because they change with it. */
export const missingPicturesQuery = (id: string, { page, state }: { page: string; state: string }) =>
  queryOptions({
    queryKey: ["admin", "imports", "pictures", id, state, page],
    queryFn: () => body(adminApi.imports[":id"].pictures.$get({ param: { id }, query: { page } })),
    placeholderData: keepPreviousData,
  });

const of = (id: string) => ({ param: { id }, query: {} });

export const startImport = ({ id, takeSettings }: { id: string; takeSettings: boolean }) =>
  body(adminApi.imports[":id"].start.$post({ param: { id }, query: takeSettings ? { take_settings: "true" } : {} }));

export const cancelImport = (id: string) => body(adminApi.imports[":id"].cancel.$post(of(id)));

/** Stores the choices for an import; its file is checked again. @throws ApiError */
export const chooseOptions = ({ id, options }: { id: string; options: ImportOptions }) =>
  body(adminApi.imports[":id"].options.$put({ ...of(id), json: options }));

export const fetchMissingPictures = (id: string) => body(adminApi.imports[":id"].pictures.$post(of(id)));

export const undoImport = (id: string) => body(adminApi.imports[":id"].undo.$post(of(id)));

export const deleteImport = (id: string) => unwrapEmpty(adminApi.imports[":id"].$delete(of(id)));

export async function download(kind: "zip" | "json"): Promise<void> {
  const response = await unwrap(
    adminFetch(pathTo(`/api/admin/export.${kind}`)) as never as ReturnType<typeof adminApi.imports.$get>,
  );
  await saveFile(response as never as Response, `skylark.${kind}`);
}
