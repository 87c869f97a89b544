import { z } from "@hono/zod-openapi";
import { chooseNotices, readNoticeChoice } from "../../../domain/comments/unsubscribe.ts";
import { userPolicy } from "../../../domain/users/user.policy.ts";
import { signedIn } from "../../middleware/require.ts";
import { errorResponses, WRITE_REFUSALS } from "../error-responses.ts";
import { noQuery } from "../fields.ts";
import { createRoute, operation } from "../operation.ts";
import { json, jsonBody, resource } from "../resource.ts";

const choice = z
  .strictObject({
    comment_replies: z
      .boolean("must be true or false")
      .openapi({ description: "Whether a mail comes when somebody answers one's comment" }),
  })
  .openapi("NoticeChoice");
const example = { comment_replies: true };

const read = createRoute({
  ...operation("Account", userPolicy.manageOwn),
  operationId: "readNotifications",
  method: "get",
  path: "/account/notices",
  summary: "Read which notifications you get",
  description: "The mails that one can do without. Those about the account itself always come.",
  request: { query: noQuery },
  responses: { 200: json(choice, "What is chosen", example), ...errorResponses(401, 404) },
});

const choose = createRoute({
  ...operation("Account", userPolicy.manageOwn),
  operationId: "updateNotifications",
  method: "put",
  path: "/account/notices",
  summary: "Update which notifications you get",
  description: "Turns the mails about answers to one's comments on or off.",
  request: { query: noQuery, body: jsonBody(choice, example) },
  responses: { 200: json(choice, "What is chosen now", example), ...errorResponses(401, 404, ...WRITE_REFUSALS) },
});

/** The mails that one can do without. */
export const accountNotices = () =>
  resource()
    .openapi(read, async (c) => c.json({ comment_replies: await readNoticeChoice(c.var.deps.context, signedIn(c).id) }, 200))
    .openapi(choose, async (c) => {
      const { comment_replies } = c.req.valid("json");
      await chooseNotices(c.var.deps.context, signedIn(c).id, comment_replies);
      return c.json({ comment_replies }, 200);
    });
