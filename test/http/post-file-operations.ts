import { randomUUID } from "node:crypto";
import type { Row } from "./operation-row.ts";

export const POST_FILE_OPERATIONS: Record<string, Row> = {
  listPostFiles: { at: "get /api/admin/post-files", who: "writers" },
  readPostFiles: {
    at: "get /api/admin/post-files/texts",
    who: "writers",
    call: ({ post }) => ({ query: { ids: post.id } }),
  },
  updatePostFile: {
    at: "put /api/admin/post-files/{id}",
    who: "writers",
    leaves: ["post created"],
    call: ({ example }) => ({ id: randomUUID(), body: { ...example("updatePostFile"), version: 0, name: "Mood tracking" } }),
  },
};
