import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { pathTo } from "../../../../../base-path.ts";
import { adminApi } from "../../../../../browser/auth/admin-api.ts";
import { acceptedFiles, fileAt, fileKindText, type MediaKind, sizeText } from "../../../../../domain/media/file-rules.ts";
import type { Media } from "../../../../../domain/media/picture.ts";
import { body } from "../../../../../http/api/admin/client.ts";
import { Field } from "../../../../../ui/form/field.tsx";
import { Dialog } from "../../../frame/dialog.tsx";
import { DropBox } from "../../../media/drop-box.tsx";
import { MEDIA_KEY, mediaQuery } from "../../../media/queries.ts";
import { uploadFile, useFileUpload } from "../../../media/upload.ts";
import { UploadButton, UploadProgress } from "../../../media/upload-button.tsx";
import { explainFetch } from "./explain-fetch.ts";
import { FetchButtons } from "./fetch-buttons.tsx";

const TITLES = { audio: "Audio", video: "Video", file: "File", captions: "Captions" } as const;

const HINTS = {
  audio: "MP3, M4A, Ogg or WAV.",
  video: "MP4 or WebM.",
  file: "PDF, EPUB, ZIP, Word, Excel, PowerPoint, OpenDocument, CSV or text.",
  captions: "A WebVTT file.",
} as const;

const NOT_FITTING = {
  audio: "This isn’t an audio file.",
  video: "This isn’t a video.",
  file: "This can’t be added as a file.",
  captions: "This isn’t a WebVTT file.",
} as const;

const NEEDED = {
  ...NOT_FITTING,
  audio: "Choose an MP3, M4A, Ogg or WAV file.",
  video: "Choose an MP4 or WebM video.",
} as const;

type AskedKind = Exclude<MediaKind, "picture">;
export type AskedFile = AskedKind | "captions";

const ASKED: Record<AskedFile, { kind: AskedKind; accept: string }> = {
  audio: { kind: "audio", accept: acceptedFiles("audio") },
  video: { kind: "video", accept: acceptedFiles("video") },
  file: { kind: "file", accept: acceptedFiles("file", "audio", "video") },
  captions: { kind: "file", accept: ".vtt" },
};

const isCaptions = (url: string) => fileAt(url)?.format === "vtt";

/** Whether a file is what was asked for; anything can be saved as a file. */
const fits = (asked: AskedFile, { kind, url }: Media): boolean =>
  asked === "captions" ? isCaptions(url) : asked === "file" ? kind !== "picture" : kind === asked;

/** Finds the file at an address: one of the library, or one of another site, which is fetched into the library. */
async function fileAtAddress(typed: string): Promise<Media> {
  const url = URL.parse(typed.trim(), location.href);
  const own = url?.origin === location.origin ? fileAt(url.pathname.slice(pathTo("/").length - 1)) : null;
  if (own) return body(adminApi.media[":id"].$get({ param: { id: own.id }, query: {} }));
  return body(adminApi.media.files.fetch.$post({ query: {}, json: { address: typed.trim() } }));
}

function Choices({ asked, onPick }: { asked: AskedFile; onPick(media: Media): void }) {
  const { data } = useQuery(mediaQuery(ASKED[asked].kind, asked === "captions" ? ".vtt" : "", 1));
  const items = (data?.items ?? []).filter((media) => fits(asked, media) && (asked === "captions" || !isCaptions(media.url)));
  if (items.length === 0) return null;
  return (
    <section className="file-choices" aria-label="In the library">
      <h3>In the library</h3>
      <ul>
        {items.map((media) => (
          <li key={media.id}>
            <button type="button" onClick={() => onPick(media)}>
              <span>{media.name}</span>
              <span>{`${fileKindText(media.url)}, ${sizeText(media.bytes)}`}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The address of a file, what is wrong with it, and how it is fetched. @param load fetches it, and returns why the file can't be taken */
function useAddress(load: (address: string) => Promise<string | undefined>) {
  const [address, setAddress] = useState("");
  const [error, setError] = useState<string>();
  const [isFetching, setFetching] = useState(false);
  const type = (typed: string) => {
    setAddress(typed);
    setError(undefined);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (address.trim() === "") return setError("This must be the URL of a file, as in https://example.com/larks.mp3");
    setFetching(true);
    try {
      const refusal = await load(address);
      if (refusal) setError(refusal);
    } catch (failure) {
      setError(explainFetch(failure, "file"));
    } finally {
      setFetching(false);
    }
    return undefined;
  };
  return { address, error, isFetching, type, submit };
}

export function FileDialog({ asked, onClose, onPick }: { asked: AskedFile; onClose(): void; onPick(media: Media): void }) {
  const { accept } = ASKED[asked];
  const title = TITLES[asked];
  const queryClient = useQueryClient();
  const [misfit, setMisfit] = useState("");
  const { address, error, isFetching, type, submit } = useAddress(async (from) =>
    take(await fileAtAddress(from)) ? undefined : NOT_FITTING[asked],
  );
  const take = (media: Media): boolean => {
    void queryClient.invalidateQueries({ queryKey: MEDIA_KEY });
    if (fits(asked, media)) onPick(media);
    return fits(asked, media);
  };
  const { underway, problem, start, cancel } = useFileUpload(uploadFile, (media) => {
    if (!take(media)) setMisfit(NEEDED[asked]);
  });
  const upload = (chosen: File) => {
    const ending = /\.\w+$/.exec(chosen.name)?.[0].toLowerCase() ?? "";
    // Of a file that can't fit, the server would name all kinds of files that the library takes.
    const canFit = asked === "file" || accept.split(",").includes(ending);
    setMisfit(canFit ? "" : NEEDED[asked]);
    if (canFit) void start(chosen);
  };
  return (
    <Dialog title={title} open onClose={onClose} size="small">
      <form className="form file-dialog" noValidate onSubmit={(event) => void submit(event)}>
        <DropBox onFile={upload}>
          {underway ? (
            <UploadProgress underway={underway} onCancel={cancel} />
          ) : (
            <div className="image-buttons">
              <UploadButton label="Upload" className="small-button" accept={accept} onFile={upload} />
            </div>
          )}
          <p className={problem || misfit ? "field-error" : "field-hint"} role={problem || misfit ? "alert" : undefined}>
            {problem || misfit || `${HINTS[asked]} You can also drop a file here.`}
          </p>
        </DropBox>
        <Choices asked={asked} onPick={onPick} />
        <Field
          label="URL"
          name="address"
          type="url"
          value={address}
          error={error}
          hint="A file from another site is fetched once and stored here."
          autoComplete="off"
          onChange={({ target }) => type(target.value)}
        />
        <FetchButtons label={`Add ${title.toLowerCase()}`} isFetching={isFetching} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
