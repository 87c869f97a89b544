import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import { mediaAt } from "../../../../domain/media/model.ts";
import { ButtonGroup } from "../../../../ui/button-group/button-group.tsx";
import { Spinner } from "../../../../ui/form/spinner.tsx";
import { messageOf } from "../../../account/frame/failure.ts";
import { ApiContext } from "../../../data.ts";
import { useSite } from "../../../public/layout/use-site.ts";
import { mediaItemQuery } from "../../media/queries.ts";
import type { PostValues } from "../post-values.ts";
import { previewQuery } from "../queries.ts";
import { previewApi } from "./preview-api.ts";
import { previewPost, type Surroundings } from "./preview-post.ts";
import { PreviewWindow } from "./window.tsx";

/** The article page's own component, in the article page's own chunk: a preview brings none of it along. */
const Article = lazy(async () => ({ default: (await import("../../../public/story/page.tsx")).Article }));

/** Widths of the pages that are shown, in pixels. */
const WIDTHS = [
  ["Desktop", 1280],
  ["Phone", 390],
] as const;

const NOTHING = { content_html: "", headings: [], read_time: 0 };

/** A cache of its own: what a preview shows is no article that readers know. */
function usePreviewClient() {
  const site = useSite();
  return useMemo(() => {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } });
    client.setQueryData(["site"], site);
    return client;
  }, [site]);
}

/** What readers will see, on a desktop and on a phone. */
export function Preview({ values, surroundings }: { values: PostValues; surroundings: Surroundings }) {
  const [width, setWidth] = useState<number>(WIDTHS[0][1]);
  const client = usePreviewClient();
  const { data, error, refetch } = useQuery({
    ...previewQuery(values.content, values.content_format),
    enabled: values.content.trim() !== "",
  });
  const picture = mediaAt(values.featured_image ?? "");
  const { data: media } = useQuery({ ...mediaItemQuery(picture?.id ?? ""), enabled: picture !== null });
  const rendered = values.content.trim() === "" ? NOTHING : data;
  return (
    <div className="preview">
      <ButtonGroup className="segments" aria-label="Width of the preview">
        {WIDTHS.map(([label, pixels]) => (
          <button key={label} type="button" aria-pressed={pixels === width} onClick={() => setWidth(pixels)}>
            {label}
          </button>
        ))}
      </ButtonGroup>
      {error ? (
        <div className="form-alert" role="alert">
          <p>{messageOf(error, "The preview could not be made. Please try again.")}</p>
          <button type="button" className="small-button" onClick={() => void refetch()}>
            Try Again
          </button>
        </div>
      ) : null}
      {rendered ? (
        <Suspense fallback={<Spinner label="Loading..." />}>
          <PreviewWindow title="Preview of the article" width={width}>
            <QueryClientProvider client={client}>
              <ApiContext value={previewApi}>
                <Suspense>
                  <div>
                    <Article
                      post={{
                        ...previewPost(values, rendered, surroundings),
                        ...(media && { featured_image_focus: media.focus }),
                      }}
                    />
                  </div>
                </Suspense>
              </ApiContext>
            </QueryClientProvider>
          </PreviewWindow>
        </Suspense>
      ) : error ? null : (
        <Spinner label="Loading..." />
      )}
    </div>
  );
}
