import { signedInAgain } from "../../../browser/auth/reauthentication.ts";
import { loadAuth } from "../../../browser/auth/state.ts";
import { IMPORT_MAX_BYTES, type Import } from "../../../domain/importing/model.ts";
import { ApiError } from "../../../http/api/client.ts";

export type UploadOptions = {
  /** where the old blog stands; empty when nobody said so */
  oldSite: string;
  /** hears how much has been sent, from 0 to 1 */
  onProgress(share: number): void;
  signal: AbortSignal;
};

type Reply = { status: number; json: object | null };

const tooLarge = (file: File) =>
  new ApiError(413, {
    code: "payload_too_large",
    message: "The file is too large",
    details: [{ field: "file", rule: `${file.name} must have at most ${IMPORT_MAX_BYTES / 1024 ** 3} GB` }],
  });

/** Sends the file once; `fetch` would tell nobody how far it has come. */
const send = (file: File, token: string, { oldSite, onProgress, signal }: UploadOptions): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const query = new URLSearchParams({ name: file.name, ...(oldSite && { old_site: oldSite }) });
    request.open("POST", `/api/admin/imports?${query}`);
    request.setRequestHeader("authorization", `Bearer ${token}`);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => resolve({ status: request.status, json: request.response });
    request.onerror = () => reject(new Error("The upload was interrupted. Please try again."));
    request.onabort = () => reject(new DOMException("The upload was called off.", "AbortError"));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });

/**
 * Uploads an export of another blog. When the session has ended meanwhile, it waits for the sign-in dialog and goes on.
 * @returns the import, being looked at
 * @throws ApiError what the server refused and why; DOMException AbortError when it was called off; Error when the connection broke
 */
export async function uploadExport(file: File, options: UploadOptions): Promise<Import> {
  if (file.size > IMPORT_MAX_BYTES) throw tooLarge(file);
  const { currentToken } = await loadAuth();
  const { status, json } = await send(file, (await currentToken()) ?? "", options);
  if (status === 201) return json as Import;
  if (status === 401 && (await signedInAgain())) return uploadExport(file, options);
  throw new ApiError(status, json);
}
