import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { toast } from "../../../../ui/toast/toast.ts";
import { MEDIA_KEY } from "../queries.ts";
import { isCalledOff, uploadPicture, uploadProblem } from "../upload.ts";
import { nextUploads, type QueuedUpload, queued, uploadedText } from "./upload-queue.ts";

/**
 * Many uploads, two at a time, in the order in which they came. One that fails waits for another try; what is left is called off when
 * the screen goes.
 */
export function useUploadQueue() {
  const queryClient = useQueryClient();
  const [uploads, setUploads] = useState<readonly QueuedUpload[]>([]);
  const underway = useRef(new Map<number, AbortController>());
  const arrived = useRef(0);

  const change = (key: number, patch: Partial<QueuedUpload>) =>
    setUploads((list) => list.map((one) => (one.key === key ? { ...one, ...patch } : one)));
  const drop = (key: number) => setUploads((list) => list.filter((one) => one.key !== key));

  const send = async ({ key, file }: QueuedUpload) => {
    const own = new AbortController();
    underway.current.set(key, own);
    change(key, { state: "sending", share: 0, problem: "" });
    try {
      await uploadPicture(file, { onProgress: (share) => own.signal.aborted || change(key, { share }), signal: own.signal });
      arrived.current += 1;
      drop(key);
    } catch (error) {
      if (isCalledOff(error)) drop(key);
      else change(key, { state: "failed", problem: uploadProblem(error, file.name) });
    }
    underway.current.delete(key);
    void queryClient.invalidateQueries({ queryKey: MEDIA_KEY });
  };

  useEffect(() => {
    for (const upload of nextUploads(uploads, underway.current)) void send(upload);
    if (uploads.some(({ state }) => state !== "failed") || arrived.current === 0) return;
    toast({ title: uploadedText(arrived.current), tone: "success" });
    arrived.current = 0;
  });
  useEffect(() => {
    const open = underway.current;
    return () => {
      for (const one of open.values()) one.abort();
    };
  }, []);

  return {
    uploads,
    add: (files: Iterable<File>) => setUploads((list) => [...list, ...Array.from(files, queued)]),
    retry: (key: number) => change(key, { state: "waiting", problem: "" }),
    cancel: (key: number) => {
      underway.current.get(key)?.abort();
      drop(key);
    },
  };
}
