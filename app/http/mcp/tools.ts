import { checkTool, listTagsAndCategories } from "./check-tools.ts";
import { listComments, moderateComment } from "./comment-tools.ts";
import { readMissingPages, readStatistics } from "./figure-tools.ts";
import { createDraft, publishPost, readPost, searchPosts, stageEdit } from "./post-tools.ts";
import type { Tool } from "./tool.ts";
import { uploadPicture } from "./upload-picture.ts";

/** In the order in which clients show them. None deletes anything. */
export const TOOLS: readonly Tool[] = [
  searchPosts,
  readPost,
  createDraft,
  stageEdit,
  publishPost,
  listTagsAndCategories,
  uploadPicture,
  checkTool,
  listComments,
  moderateComment,
  readStatistics,
  readMissingPages,
];
