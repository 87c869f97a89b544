import { type KeyboardEvent, type MouseEvent, useId, useState } from "react";
import { adminRoutes } from "../../../../admin-routes.ts";
import { pathTo } from "../../../../base-path.ts";
import { fileKindText, sizeText } from "../../../../domain/media/file-rules.ts";
import { ALT_MAX, type Focus, MIDDLE, NAME_MAX } from "../../../../domain/media/media-rules.ts";
import { isPicture, type Media, type MediaUse } from "../../../../domain/media/picture.ts";
import { ApiError } from "../../../../http/api/client.ts";
import { Field } from "../../../../ui/form/field.tsx";
import { Link } from "../../../../ui/link.tsx";
import { toast } from "../../../../ui/toast/toast.ts";
import { messageOf } from "../../../account/frame/failure.ts";
import { AdminIcon } from "../../frame/admin-icon.tsx";
import { useCopy } from "../../frame/copy-field.tsx";
import { useDates } from "../../frame/dates.tsx";
import { FocusKeepingButton } from "../../frame/focus-keeping-button.tsx";
import { useLeaveWarning } from "../../frame/unsaved-changes.tsx";
import { useAdminMutation } from "../../frame/use-admin-mutation.ts";
import { CHANGED_MEDIA, describeMedia, type MediaValues } from "../queries.ts";
import { FileSign } from "../thumbnail.tsx";
import { type MediaActions, percentOf } from "./use-media-actions.ts";

function MediaLinks({ url, name }: { url: string; name: string }) {
  const { isCopied, copy } = useCopy();
  const address = new URL(pathTo(url), location.href).href;
  const onCopy = async () => {
    if (await copy(address)) return;
    // Pages without TLS can't write to the clipboard.
    toast({ title: "The URL could not be copied", description: address, tone: "error" });
  };
  return (
    <div className="media-links">
      <button type="button" className="small-button" onClick={() => void onCopy()}>
        <AdminIcon name="copy" />
        <span aria-live="polite">{isCopied ? "Copied!" : "Copy URL"}</span>
      </button>
      <a className="small-button" href={pathTo(url)} download={name}>
        <AdminIcon name="down" />
        Download original
      </a>
    </div>
  );
}

export function MediaFacts({ media }: { media: Media }) {
  const { bytes, mime, created_at } = media;
  const dates = useDates();
  const facts = [
    ["Size", isPicture(media) ? `${media.width} × ${media.height}, ${sizeText(bytes)}` : sizeText(bytes)],
    ["Kind", isPicture(media) ? mime.replace("image/", "").toUpperCase() : fileKindText(media.url)],
    ["Uploaded", dates.time(created_at)],
  ] as const;
  return (
    <dl className="media-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** How far an arrow key moves the focal point, from 0 to 1; STRIDE with Shift. */
const STEP = 0.01;
const STRIDE = 0.1;
const WAYS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const within = (part: number) => Math.round(Math.min(Math.max(part, 0), 1) * 100) / 100;

type FocalPointProps = { url: string; alt: string; width: number; height: number; focus: Focus; onChange(focus: Focus): void };

function Part({ label, value, onChange }: { label: string; value: number; onChange(part: number): void }) {
  const id = useId();
  return (
    <p className="focal-part">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="number"
        min={0}
        max={100}
        step={1}
        value={percentOf(value)}
        onChange={({ target }) => Number.isFinite(target.valueAsNumber) && onChange(within(target.valueAsNumber / 100))}
      />
      <span aria-hidden="true">%</span>
    </p>
  );
}

/** The focal point, which stays visible when the picture is cropped. It is set by a click, with the arrow keys, or in numbers. */
function FocalPoint({ url, alt, width, height, focus, onChange }: FocalPointProps) {
  const { x, y } = focus;
  const point = (event: MouseEvent<HTMLButtonElement>) => {
    // Enter and the space bar click, too, but have no position.
    if (event.detail === 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    onChange({ x: within((event.clientX - box.left) / box.width), y: within((event.clientY - box.top) / box.height) });
  };
  const walk = (event: KeyboardEvent) => {
    const way = WAYS[event.key];
    if (!way) return;
    event.preventDefault();
    const step = event.shiftKey ? STRIDE : STEP;
    onChange({ x: within(x + way[0] * step), y: within(y + way[1] * step) });
  };
  return (
    <fieldset className="focal">
      <legend className="sr-only">Focal point</legend>
      <button
        type="button"
        className="focal-picture"
        aria-label={`Focal point: ${percentOf(x)}% from the left, ${percentOf(y)}% from the top. The arrow keys move it.`}
        onClick={point}
        onKeyDown={walk}
      >
        <img src={pathTo(url)} alt={alt} width={width} height={height} />
        <span className="focal-cross" style={{ left: `${x * 100}%`, top: `${y * 100}%` }} />
      </button>
      <div className="focal-numbers">
        <Part label="From the left" value={x} onChange={(part) => onChange({ x: part, y })} />
        <Part label="From the top" value={y} onChange={(part) => onChange({ x, y: part })} />
        <button type="button" className="small-button" onClick={() => onChange(MIDDLE)}>
          Middle
        </button>
      </div>
      <p className="field-hint">Stays visible where the image is cropped: on cards, above articles, in social images.</p>
    </fieldset>
  );
}

/** Links to what shows a picture or file: posts, categories, looks. @param uses the number of all of them */
function MediaUses({ posts, uses }: { posts: readonly MediaUse[]; uses: number }) {
  const more = uses - posts.length;
  return (
    <section className="media-uses" aria-label="Where it is used">
      <h3>{uses === 0 ? "Not used anywhere" : `Used in ${uses === 1 ? "1 place" : `${uses} places`}`}</h3>
      {posts.length > 0 ? (
        <ul>
          {posts.map(({ id, title, status }, place) => (
            <li key={id ?? place}>
              <bdi>{id === null ? <strong>{title}</strong> : <Link to={adminRoutes.editPost(id)}>{title}</Link>}</bdi>
              <span>{status}</span>
            </li>
          ))}
          {more > 0 ? <li>{`and ${more} more`}</li> : null}
        </ul>
      ) : null}
    </section>
  );
}

const valuesOf = ({ name, alt, focus }: Media): MediaValues => ({ name, alt, focus_x: focus.x, focus_y: focus.y });
const isSame = (a: MediaValues, b: MediaValues) => JSON.stringify(a) === JSON.stringify(b);

const ruleOf = (error: unknown, field: string) =>
  error instanceof ApiError ? error.details?.find((one) => one.field === field)?.rule : undefined;

type MediaFormProps = { media: Media & { posts: MediaUse[] }; actions: MediaActions; onClose(): void };

/** A file to be listened to or watched; of a download its sign. */
function FilePlayer({ media }: { media: Media }) {
  const { kind, url, name } = media;
  // biome-ignore lint/a11y/useMediaCaption: captions belong to the article that shows it
  if (kind === "audio") return <audio className="file-player" src={pathTo(url)} controls preload="none" aria-label={name} />;
  // biome-ignore lint/a11y/useMediaCaption: as above
  if (kind === "video") return <video className="file-player" src={pathTo(url)} controls preload="metadata" aria-label={name} />;
  return <FileSign media={media} />;
}

function useMediaValues(media: Media) {
  const [values, setValues] = useState(() => valuesOf(media));
  const saving = useAdminMutation({
    call: describeMedia,
    success: "File saved",
    failure: (message: string) => `Failed to save file: ${message}`,
    invalidates: CHANGED_MEDIA,
  });
  const isChanged = !isSame(values, valuesOf(media));
  useLeaveWarning(isChanged);
  const change = (patch: Partial<MediaValues>) => setValues((before) => ({ ...before, ...patch }));
  return { values, change, isChanged, saving };
}

type MediaButtonsProps = { id: string; canSave: boolean; isSaving: boolean; actions: MediaActions; onDeleted(): void };

function MediaButtons({ id, canSave, isSaving, actions, onDeleted }: MediaButtonsProps) {
  const [refusal, setRefusal] = useState("");
  const remove = async () => {
    setRefusal("");
    try {
      await actions.trashOne(id);
      onDeleted();
    } catch (error) {
      setRefusal(messageOf(error, "The file could not be deleted."));
    }
  };
  return (
    <>
      <div className="media-buttons">
        <FocusKeepingButton type="submit" className="button button-solid" isDisabled={!canSave}>
          {isSaving ? "Saving..." : "Save"}
        </FocusKeepingButton>
        <FocusKeepingButton className="button" isDisabled={actions.isBusy} onClick={() => void remove()}>
          Delete
        </FocusKeepingButton>
      </div>
      <p role="alert" className="field-error">
        {refusal}
      </p>
    </>
  );
}

export function MediaForm({ media, actions, onClose }: MediaFormProps) {
  const { id, url, posts, uses } = media;
  const { values, change, isChanged, saving } = useMediaValues(media);
  return (
    <form
      className="media-details"
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate({ id, ...values });
      }}
    >
      {isPicture(media) ? (
        <FocalPoint
          url={url}
          alt={values.alt}
          width={media.width}
          height={media.height}
          focus={{ x: values.focus_x, y: values.focus_y }}
          onChange={({ x, y }) => change({ focus_x: x, focus_y: y })}
        />
      ) : (
        <FilePlayer media={media} />
      )}
      <div className="media-side">
        {isPicture(media) ? (
          <Field
            label="Alternative text"
            name="alt"
            value={values.alt}
            maxLength={ALT_MAX}
            error={ruleOf(saving.error, "alt")}
            hint="Describe the image for people who can’t see it. Used as the default from now on."
            onChange={({ target }) => change({ alt: target.value })}
          />
        ) : null}
        <Field
          label="Name"
          name="name"
          value={values.name}
          maxLength={NAME_MAX}
          error={ruleOf(saving.error, "name")}
          onChange={({ target }) => change({ name: target.value })}
        />
        <MediaButtons
          id={id}
          canSave={!saving.isPending && isChanged}
          isSaving={saving.isPending}
          actions={actions}
          onDeleted={onClose}
        />
        <MediaLinks url={url} name={values.name} />
        <MediaFacts media={media} />
        <MediaUses posts={posts} uses={uses} />
      </div>
    </form>
  );
}
