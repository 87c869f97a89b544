import type { ArticleBlock } from "./article-block.ts";

export const FILE_CLASS = "file";

const PLAYERS = ["audio", "video"] as const;
export type Player = (typeof PLAYERS)[number];
export const isPlayer = (name: string): name is Player => (PLAYERS as readonly string[]).includes(name);

/** A figure with a player or a link, and a caption; HTML in Markdown, too. The article's page adds how a player behaves. */
export const players: ArticleBlock = {
  attributes: {
    audio: ["src"],
    video: ["src", "poster", "width", "height"],
    track: ["src", "kind", "srclang", "label", "default"],
  },
  classes: { figure: [...PLAYERS, FILE_CLASS] },
};
