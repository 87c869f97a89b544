import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Media } from "../../../domain/media/picture.ts";
import { MEDIA_KEY } from "./queries.ts";
import { isCalledOff, uploadPicture, uploadProblem } from "./upload.ts";

/** An upload under way; `share` of it has been sent, from 0 to 1. */
export type Underway = { name: string; share: number };

/**
 * One upload at a time, with what a screen shows of it. It is called off when the screen goes.
 * @param onDone is handed the picture
 */
export function useUpload(onDone: (media: Media) => void) {
  const queryClient = useQueryClient();
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
      const media = await uploadPicture(file, { onProgress, signal: own.signal });
      void queryClient.invalidateQueries({ queryKey: MEDIA_KEY });
      done.current(media);
    } catch (error) {
      if (!isCalledOff(error)) setProblem(uploadProblem(error, file.name));
    }
    if (controller.current === own) setUnderway(null);
  };
  return { underway, problem, start, cancel: () => controller.current?.abort() };
}
