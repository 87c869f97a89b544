import type { ArticleBlock } from "./article-block.ts";

export const FILE_CLASS = "file";

/** The class of the figure around a player, which is also the player's element. */
const PLAYERS = ["audio", "video"] as const;
export type Player = (typeof PLAYERS)[number];
export const isPlayer = (name: string): name is Player => (PLAYERS as readonly string[]).includes(name);

/**
 * Audio, video and files: a figure with a player or a link, and a caption. They are HTML in Markdown, too. How a player behaves isn't the
 * author's choice: the article's page adds it.
 */
export const players: ArticleBlock = {
  attributes: {
    audio: ["src"],
    video: ["src", "poster", "width", "height"],
    track: ["src", "kind", "srclang", "label", "default"],
  },
  classes: { figure: [...PLAYERS, FILE_CLASS] },
};
