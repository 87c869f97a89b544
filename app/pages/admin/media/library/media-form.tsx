import { useState } from "react";
import { ALT_MAX, type Media, type MediaUse, NAME_MAX } from "../../../../domain/media/model.ts";
import { ApiError } from "../../../../http/api/client.ts";
import { Field } from "../../../../ui/form/field.tsx";
import { messageOf } from "../../../account/frame/failure.ts";
import { useAdminMutation } from "../../frame/use-admin-mutation.ts";
import { useLeaveWarning } from "../../frame/use-leave-warning.ts";
import { CHANGED_MEDIA, describeMedia, type MediaValues } from "../queries.ts";
import { FocalPoint } from "./focal-point.tsx";
import { MediaFacts } from "./media-facts.tsx";
import { MediaLinks } from "./media-links.tsx";
import { MediaUses } from "./media-uses.tsx";
import type { MediaActions } from "./use-media-actions.ts";

const valuesOf = ({ name, alt, focus }: Media): MediaValues => ({ name, alt, focus_x: focus.x, focus_y: focus.y });
const isSame = (a: MediaValues, b: MediaValues) => JSON.stringify(a) === JSON.stringify(b);

const ruleOf = (error: unknown, field: string) =>
  error instanceof ApiError ? error.details?.find((one) => one.field === field)?.rule : undefined;

type MediaFormProps = { media: Media & { posts: MediaUse[] }; actions: MediaActions; onClose(): void };

/** What is said of a picture, to be changed, with what else there is to know and to do. */
export function MediaForm({ media, actions, onClose }: MediaFormProps) {
  const { id, url, width, height, posts, uses } = media;
  const [values, setValues] = useState(() => valuesOf(media));
  const [refusal, setRefusal] = useState("");
  const stored = valuesOf(media);
  const saving = useAdminMutation({
    call: describeMedia,
    success: "File saved",
    failure: (message) => `Failed to save file: ${message}`,
    invalidates: CHANGED_MEDIA,
  });
  useLeaveWarning(!isSame(values, stored));
  const change = (patch: Partial<MediaValues>) => setValues((before) => ({ ...before, ...patch }));
  const remove = async () => {
    setRefusal("");
    try {
      await actions.trashOne(id);
      onClose();
    } catch (error) {
      const shownBy = error instanceof ApiError ? (error.details ?? []).map(({ rule }) => rule).join(", ") : "";
      setRefusal(shownBy ? `${messageOf(error, "")}. ${shownBy}.` : messageOf(error, "The file could not be deleted."));
    }
  };
  return (
    <form
      className="media-details"
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate({ id, ...values });
      }}
    >
      <FocalPoint
        url={url}
        alt={values.alt}
        width={width}
        height={height}
        focus={{ x: values.focus_x, y: values.focus_y }}
        onChange={({ x, y }) => change({ focus_x: x, focus_y: y })}
      />
      <div className="media-side">
        <Field
          label="Alternative text"
          name="alt"
          value={values.alt}
          maxLength={ALT_MAX}
          error={ruleOf(saving.error, "alt")}
          hint="What it shows, for those who don't see it. New uses start from it."
          onChange={({ target }) => change({ alt: target.value })}
        />
        <Field
          label="Name"
          name="name"
          value={values.name}
          maxLength={NAME_MAX}
          error={ruleOf(saving.error, "name")}
          onChange={({ target }) => change({ name: target.value })}
        />
        <div className="media-buttons">
          <button type="submit" className="button button-solid" disabled={saving.isPending || isSame(values, stored)}>
            {saving.isPending ? "Saving..." : "Save"}
          </button>
          <button type="button" className="button" disabled={actions.isBusy} onClick={() => void remove()}>
            Delete
          </button>
        </div>
        <p role="alert" className="field-error">
          {refusal}
        </p>
        <MediaLinks url={url} name={values.name} />
        <MediaFacts media={media} />
        <MediaUses posts={posts} uses={uses} />
      </div>
    </form>
  );
}
