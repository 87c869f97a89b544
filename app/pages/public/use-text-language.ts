import type { HTMLAttributes } from "react";
import type { PostCard } from "../../domain/posts/post-shapes.ts";
import { DEFAULT_LANGUAGE, directionOf } from "../../domain/settings/direction-rules.ts";
import { useSite } from "../data.ts";

/** The attributes of what a post says: its language and direction where it isn't written in the site's language. */
export function useTextLanguage({ language }: Pick<PostCard, "language">): Pick<HTMLAttributes<HTMLElement>, "lang" | "dir"> {
  const site = useSite();
  if (!language || language === (site.language ?? DEFAULT_LANGUAGE)) return { dir: "auto" };
  return { lang: language, dir: directionOf(language) };
}
