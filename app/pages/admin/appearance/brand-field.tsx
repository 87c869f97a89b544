import { useId } from "react";
import { pathTo } from "../../../base-path.ts";
import { type BrandPart, pngOf } from "../../../domain/appearance/brand-rules.ts";
import { DropBox } from "../media/drop-box.tsx";
import { ACCEPTED, useFileUpload } from "../media/upload.ts";
import { UploadButton, UploadProgress } from "../media/upload-button.tsx";
import { uploadBrandFile } from "./queries.ts";

type BrandFieldProps = {
  part: BrandPart;
  label: string;
  hint: string;
  /** the address of the file; null for none */
  value: string | null;
  theme?: "light" | "dark";
  error?: string | undefined;
  onChange(address: string | null): void;
};

export function BrandField({ part, label, hint, value, theme = "light", error, onChange }: BrandFieldProps) {
  const id = useId();
  const { underway, problem, start, cancel } = useFileUpload(
    (file, options) => uploadBrandFile(part, file, options),
    ({ address }) => onChange(address),
  );
  const complaint = problem || error;
  return (
    <fieldset className="look-field brand-field" aria-describedby={`${id}-says`}>
      <legend>{label}</legend>
      <DropBox onFile={(file) => void start(file)}>
        {value ? (
          <span className="brand-shown" data-theme={theme}>
            <img className={`brand-${part}`} src={pathTo(pngOf(value))} alt={label} />
          </span>
        ) : null}
        {underway ? (
          <UploadProgress underway={underway} onCancel={cancel} />
        ) : (
          <div className="image-buttons">
            <UploadButton
              label={value ? "Replace" : "Upload"}
              className="small-button"
              accept={`image/svg+xml,${ACCEPTED}`}
              onFile={(file) => void start(file)}
            />
            {value ? (
              <button type="button" className="small-button" onClick={() => onChange(null)}>
                Remove
              </button>
            ) : null}
          </div>
        )}
      </DropBox>
      <p id={`${id}-says`} className={complaint ? "field-error" : "field-hint"} role={complaint ? "alert" : undefined}>
        {complaint || hint}
      </p>
    </fieldset>
  );
}
