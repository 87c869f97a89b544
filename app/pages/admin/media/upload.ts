import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { pathTo } from "../../../base-path.ts";
import { adminApi, signedInAgain } from "../../../browser/auth/admin-api.ts";
import { loadAuth } from "../../../browser/auth/state.ts";
import { acceptedFiles } from "../../../domain/media/file-rules.ts";
import { bytesOf, sizeRule } from "../../../domain/media/media-rules.ts";
import type { Media, Picture } from "../../../domain/media/picture.ts";
import { body } from "../../../http/api/admin/client.ts";
import { ApiError } from "../../../http/api/client.ts";
import { MEDIA_KEY } from "./queries.ts";

/** An upload in progress. `share` is the part that has been sent, from 0 to 1. */
export type Underway = { name: string; share: number };

/** Uploads pictures to the library, one at a time. @param onDone called with the picture */
export function useUpload(onDone: (picture: Picture) => void) {
  const queryClient = useQueryClient();
  return useFileUpload(uploadPicture, (media) => {
    void queryClient.invalidateQueries({ queryKey: MEDIA_KEY });
    onDone(media);
  });
}

/**
 * Uploads one file at a time and reports its progress. Unmounting cancels the upload.
 * @param upload sends the file
 * @param onDone called with the answer
 */
export function useFileUpload<T>(upload: (file: File, options: UploadOptions) => Promise<T>, onDone: (answer: T) => void) {
  const [underway, setUnderway] = useState<Underway | null>(null);
  const [problem, setProblem] = useState("");
  const controller = useRef<AbortController | null>(null);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => () => controller.current?.abort(), []);

  const start = async (file: File) => {
    controller.current?.abort();
    const own = new AbortController();
    controller.current = own;
    setProblem("");
    setUnderway({ name: file.name, share: 0 });
    try {
      const onProgress = (share: number) => own.signal.aborted || setUnderway({ name: file.name, share });
      done.current(await upload(file, { onProgress, signal: own.signal }));
    } catch (error) {
      if (!isCalledOff(error)) setProblem(uploadProblem(error, file.name));
    }
    if (controller.current === own) setUnderway(null);
  };
  return { underway, problem, start, cancel: () => controller.current?.abort() };
}

export const ACCEPTED = "image/jpeg,image/png,image/webp,image/avif,image/gif";
export const ACCEPTED_BY_LIBRARY = `${ACCEPTED},${acceptedFiles("audio", "video", "file")}`;
/** The lowest possible limit, in bytes. Smaller files need no check. */
const SURELY_TAKEN = bytesOf(1);

export type UploadOptions = {
  /** what the picture is called; a file's own name unless given */
  name?: string;
  /** called with the part that has been sent, from 0 to 1; at 1 the server still processes it */
  onProgress?(share: number): void;
  signal?: AbortSignal;
};

const refused = (rule: string) =>
  new ApiError(413, { code: "payload_too_large", message: "The file is too large", details: [{ field: "file", rule }] });

/** Checks the size before the upload: if the server refuses a file midway, its answer may not arrive. */
async function checkSize(file: Blob): Promise<void> {
  if (file.size <= SURELY_TAKEN) return;
  // Only admins read the settings, but everybody who uploads reads the library.
  const library = await body(adminApi.media.$get({ query: { limit: "1" } })).catch(() => null);
  if (library && file.size > bytesOf(library.max_upload_size)) throw refused(sizeRule(library.max_upload_size));
}

type Reply = { status: number; json: object | null };

/** Sends the file once. Uses XMLHttpRequest, because `fetch` doesn't report progress. */
function send(file: Blob, address: string, token: string, { onProgress, signal }: UploadOptions): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const settle = (finish: () => void) => () => {
      signal?.removeEventListener("abort", abort);
      finish();
    };
    request.open("POST", pathTo(address));
    request.setRequestHeader("authorization", `Bearer ${token}`);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = settle(() => resolve({ status: request.status, json: request.response }));
    request.onerror = settle(() => reject(new Error("The upload was interrupted. Please try again.")));
    request.onabort = settle(() => reject(new DOMException("The upload was canceled.", "AbortError")));
    signal?.addEventListener("abort", abort);
    request.send(file);
  });
}

/**
 * Uploads a picture. If the session has ended, it waits for the sign-in dialog and tries again.
 * @param file any file; the server checks its content
 * @returns the picture with its copies, once they are ready
 * @throws ApiError if the server refused it; DOMException AbortError if it was canceled; Error if the connection broke
 */
export const uploadPicture = (file: Blob, options: UploadOptions = {}): Promise<Picture> =>
  uploadMedia<Picture>("/api/admin/media", file, options);

/** Uploads a recording, a video or a download, as `uploadPicture` does. */
export const uploadFile = (file: Blob, options: UploadOptions = {}): Promise<Media> =>
  uploadMedia<Media>("/api/admin/media/files", file, options);

/** Uploads anything that the library takes, as `uploadPicture` does. */
export const uploadAny = (file: File, options: UploadOptions = {}): Promise<Media> =>
  file.type.startsWith("image/") ? uploadPicture(file, options) : uploadFile(file, options);

async function uploadMedia<T extends Media>(address: string, file: Blob, options: UploadOptions): Promise<T> {
  await checkSize(file);
  options.signal?.throwIfAborted();
  const name = options.name ?? (file instanceof File && file.name ? file.name : "picture");
  return uploadTo<T>(`${address}?name=${encodeURIComponent(name)}`, file, options);
}

/** Uploads a file to an operation of the API, as `uploadPicture` does. @returns the answer */
export async function uploadTo<T extends object>(address: string, file: Blob, options: UploadOptions): Promise<T> {
  const { currentToken } = await loadAuth();
  const { status, json } = await send(file, address, (await currentToken()) ?? "", options);
  if (status === 201) return json as T;
  if (status === 401 && (await signedInAgain())) return uploadTo(address, file, options);
  throw new ApiError(status, json);
}

export const isCalledOff = (error: unknown): boolean => error instanceof DOMException && error.name === "AbortError";

const brokenRule = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.details?.find(({ field }) => field === "file")?.rule : undefined;

/** Whether the file itself was refused: the same file would be refused again. */
export const isRefused = (error: unknown): boolean => brokenRule(error) !== undefined;

export function uploadProblem(error: unknown, name: string): string {
  const rule = brokenRule(error);
  if (rule) return `${name} ${rule}.`;
  return error instanceof Error && error.message ? error.message : "The file could not be uploaded. Please try again.";
}
