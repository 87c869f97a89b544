import { useId, useState } from "react";
import { ALT_MAX } from "../../../domain/media/media-rules.ts";
import type { Picture } from "../../../domain/media/picture.ts";
import { Field } from "../../../ui/form/field.tsx";
import { DropBox } from "./drop-box.tsx";
import { MediaPicker } from "./media-picker.tsx";
import { Thumbnail } from "./thumbnail.tsx";
import { useUpload } from "./upload.ts";
import { UploadButton, UploadProgress } from "./upload-button.tsx";

type Image = { url: string | null; alt: string };

type ImageFieldProps = Image & {
  /** it only decorates, so it needs no alternative text */
  isDecorative?: boolean;
  label: string;
  /** names of the two fields, as errors use them */
  name: string;
  hint?: string;
  error?: string | undefined;
  altError?: string | undefined;
  onChange(image: Image): void;
};

/** A field for one picture: uploaded here, dropped here or chosen from the library, with its alternative text. */
export function ImageField({ label, name, url, alt, isDecorative = false, hint, error, altError, onChange }: ImageFieldProps) {
  const id = useId();
  const [isPicking, setPicking] = useState(false);
  const take = (media: Picture) => {
    setPicking(false);
    // The author's own alternative text stays.
    onChange({ url: media.url, alt: alt.trim() && url !== null ? alt : media.alt });
  };
  const { underway, problem, start, cancel } = useUpload(take);
  const complaint = problem || error;
  return (
    <fieldset className="field image-field" aria-describedby={`${id}-says`}>
      <legend>{label}</legend>
      <DropBox onFile={(file) => void start(file)}>
        {url ? <Thumbnail url={url} alt={alt || "The chosen image"} /> : null}
        {underway ? (
          <UploadProgress underway={underway} onCancel={cancel} />
        ) : (
          <div className="image-buttons">
            <UploadButton label={url ? "Replace" : "Upload"} className="small-button" onFile={(file) => void start(file)} />
            <button type="button" className="small-button" onClick={() => setPicking(true)}>
              Choose from library
            </button>
            {url ? (
              <button type="button" className="small-button" onClick={() => onChange({ url: null, alt: "" })}>
                Remove
              </button>
            ) : null}
          </div>
        )}
      </DropBox>
      <p id={`${id}-says`} className={complaint ? "field-error" : "field-hint"} role={complaint ? "alert" : undefined}>
        {complaint || (url ? "" : (hint ?? "JPEG, PNG, WebP, AVIF or GIF. You can also drop a file here."))}
      </p>
      {url && !isDecorative ? (
        <Field
          label="Alternative text"
          name={`${name}_alt`}
          value={alt}
          maxLength={ALT_MAX}
          error={altError}
          hint="Describe the image for people who can’t see it. Leave it empty only if it is decorative."
          onChange={(event) => onChange({ url, alt: event.target.value })}
        />
      ) : null}
      <MediaPicker open={isPicking} onClose={() => setPicking(false)} onPick={take} />
    </fieldset>
  );
}
