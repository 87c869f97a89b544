import type { ReactNode } from "react";
import { pathTo } from "../../../base-path.ts";
import {
  GUEST_MAILS_PER_DAY,
  GUEST_NAME_MAX,
  type GuestComment,
  UNCONFIRMED_DAYS,
} from "../../../domain/comments/guests/guest-rules.ts";
import type { Site } from "../../../domain/settings/settings.ts";
import { routes } from "../../../routes.ts";
import { fill } from "../../../texts/texts.ts";
import { TextWith } from "../../../ui/text-with.tsx";
import { PlainPage } from "../layout/plain-page.tsx";
import { GuestFields } from "./guest-form.tsx";
import { texts } from "./guest-texts.ts";
import { threadPath } from "./thread-path.ts";

/** As it was typed. `post`: slug or id of the article; `replyTo`: the comment that it answers. */
export type TypedComment = { post: string; replyTo: string | null; name: string; email: string; content: string };

/** `unsaved`: what was typed into a form that isn't there any more. `wrong`: fields; `problem`: a text of `problems`; `author`: the shown name. `unknown`: the link isn't one of ours, or was used. */
export type GuestState =
  | { name: "form"; comment: TypedComment; ticket: string; problem?: string; wrong?: string[] }
  | { name: "sent" | "erase"; email: string }
  | { name: "eraseSent"; email: string }
  | { name: "confirm"; title: string; author: string; content: string; slug: string; isRefused?: true }
  | { name: "posted" | "waiting"; slug: string }
  | { name: "askFollow"; post: string; title: string; email: string; ticket: string; problem?: string }
  | { name: "followSent"; email: string }
  | { name: "confirmFollow"; title: string; slug: string; email: string; isRefused?: true }
  | { name: "following" | "unfollowed"; title: string; slug: string; email: string }
  | {
      name: "own";
      author: string;
      email: string;
      comments: GuestComment[];
      followed: { slug: string; title: string }[];
      news?: "saved" | "removed" | "tooLate" | "wrong" | "refused";
      unsaved?: string;
    }
  | { name: "askErase"; email: string; wrong?: "email" | "tooMany" }
  | { name: "stranger" | "forgotten" | "erased" | "unknown" };

type Of<Name extends GuestState["name"]> = Extract<GuestState, { name: Name }>;

const LinkButton = ({ label, to }: { label: string; to: string }) => (
  <a className="button" href={pathTo(to)}>
    {label}
  </a>
);

const Alert = ({ children }: { children: ReactNode }) => (
  <p className="form-alert" role="alert">
    {children}
  </p>
);

function FormPage({ comment, ticket, problem, wrong = [] }: Of<"form">) {
  const { problems } = texts;
  const name = wrong.includes("nameTaken") ? problems.nameTaken : wrong.includes("name") ? problems.name : undefined;
  const errors = {
    name: name && fill(name as typeof problems.name, { max: GUEST_NAME_MAX }),
    email: wrong.includes("email") ? problems.email : undefined,
    content: wrong.includes("content") ? problems.content : undefined,
  };
  const message = problem && problem !== "check" ? problems[problem as keyof typeof problems] : null;
  return (
    <>
      {message ? <Alert>{message}</Alert> : problem === "check" ? <p>{texts.form.check}</p> : null}
      <form method="post" action={pathTo(routes.guestComment())} className="form comment-form">
        <input type="hidden" name="ticket" value={ticket} />
        <GuestFields {...comment} errors={errors} />
        <p className="comment-buttons">
          <button type="submit" className="button button-solid">
            {texts.form.button}
          </button>
          <LinkButton label={texts.backToArticle} to={threadPath(comment.post)} />
        </p>
      </form>
    </>
  );
}

const ConfirmPage = ({ author, content, slug, isRefused }: Of<"confirm">) => (
  <>
    {isRefused ? <Alert>{texts.problems.refused}</Alert> : null}
    <p>
      <strong dir="auto">{author}</strong>
    </p>
    <blockquote className="guest-comment" dir="auto">
      {content}
    </blockquote>
    <p>{texts.confirm.remembers}</p>
    <form method="post">
      <p className="comment-buttons">
        <button type="submit" className="button button-solid">
          {texts.confirm.button}
        </button>
        <LinkButton label={texts.backToArticle} to={threadPath(slug)} />
      </p>
    </form>
  </>
);

const OwnComment = ({ comment: { id, content, status, title, slug, canEdit } }: { comment: GuestComment }) => (
  <li>
    <p>
      <a href={pathTo(threadPath(slug))}>{title}</a>
      {status === "pending" ? <span className="comment-note"> {texts.own.waiting}</span> : null}
    </p>
    <form method="post" className="form comment-form">
      <input type="hidden" name="id" value={id} />
      {canEdit ? (
        <textarea name="content" rows={4} dir="auto" defaultValue={content} aria-label={`${texts.own.field}: ${title}`} />
      ) : (
        <blockquote className="guest-comment" dir="auto">
          {content}
        </blockquote>
      )}
      <p className="comment-buttons">
        {canEdit ? (
          <button type="submit" name="action" value="save" className="button button-solid">
            {texts.own.save}
          </button>
        ) : null}
        <button type="submit" name="action" value="delete" className="button button-danger">
          {texts.own.remove}
        </button>
      </p>
    </form>
  </li>
);

/** `titleId`: of the element with the title of the article, in a list of them. */
const StopButton = ({ post, titleId }: { post: string; titleId?: string }) => (
  <form method="post" action={pathTo(routes.followAsGuest())}>
    <input type="hidden" name="post" value={post} />
    <button
      type="submit"
      name="action"
      value="stop"
      className="button"
      id={`stop-${post}`}
      aria-labelledby={titleId && `stop-${post} ${titleId}`}
    >
      {texts.following.stop}
    </button>
  </form>
);

function AskFollowPage({ post, email, ticket, problem }: Of<"askFollow">) {
  const message = problem && problem !== "check" ? texts.problems[problem as keyof typeof texts.problems] : null;
  return (
    <form method="post" action={pathTo(routes.followAsGuest())} className="form comment-form">
      {message ? <Alert>{message}</Alert> : problem === "check" ? <p>{texts.askFollow.check}</p> : null}
      <input type="hidden" name="post" value={post} />
      <input type="hidden" name="ticket" value={ticket} />
      <label htmlFor="follow-email">{texts.askErase.email}</label>
      <input id="follow-email" type="email" name="email" autoComplete="email" required defaultValue={email} />
      <p className="comment-buttons">
        <button type="submit" className="button button-solid">
          {texts.askFollow.button}
        </button>
        <LinkButton label={texts.backToArticle} to={threadPath(post)} />
      </p>
    </form>
  );
}

const ConfirmFollowPage = ({ slug, isRefused }: Of<"confirmFollow">) => (
  <form method="post">
    {isRefused ? <Alert>{texts.problems.notFollowed}</Alert> : null}
    <p className="comment-buttons">
      <button type="submit" className="button button-solid">
        {texts.confirmFollow.button}
      </button>
      <LinkButton label={texts.backToArticle} to={threadPath(slug)} />
    </p>
  </form>
);

const FollowingPage = ({ slug }: { slug: string }) => (
  <div className="comment-buttons">
    <StopButton post={slug} />
    <LinkButton label={texts.backToArticle} to={threadPath(slug)} />
    <LinkButton label={texts.own.title} to={routes.guest()} />
  </div>
);

const PROBLEMS = { tooLate: () => texts.own.tooLate, wrong: () => texts.problems.content, refused: () => texts.problems.refused };

function News({ news }: Pick<Of<"own">, "news">) {
  if (news === undefined) return null;
  return news === "saved" || news === "removed" ? <p role="status">{texts.own[news]}</p> : <Alert>{PROBLEMS[news]()}</Alert>;
}

const FollowedList = ({ followed }: Pick<Of<"own">, "followed">) => (
  <>
    <h2 id="followed" className="guest-followed-title">
      {texts.own.followed}
    </h2>
    <ul className="guest-followed" aria-labelledby="followed">
      {followed.map(({ slug, title }) => (
        <li key={slug}>
          <a href={pathTo(threadPath(slug))} id={`title-${slug}`} dir="auto">
            {title}
          </a>
          <StopButton post={slug} titleId={`title-${slug}`} />
        </li>
      ))}
    </ul>
  </>
);

function OwnPage({ comments, followed, news, unsaved }: Of<"own">) {
  return (
    <>
      <News news={news} />
      {unsaved ? <textarea rows={4} dir="auto" readOnly defaultValue={unsaved} aria-label={texts.own.field} /> : null}
      {comments.length > 0 ? (
        <ul className="guest-comments">
          {comments.map((comment) => (
            <OwnComment key={comment.id} comment={comment} />
          ))}
        </ul>
      ) : followed.length === 0 ? (
        <p>{texts.own.none}</p>
      ) : null}
      {followed.length > 0 ? <FollowedList followed={followed} /> : null}
      <form method="post">
        <p className="comment-buttons">
          <button type="submit" name="action" value="forget" className="button">
            {texts.own.forget}
          </button>
          <LinkButton label={texts.eraseLink} to={routes.eraseGuest()} />
        </p>
      </form>
    </>
  );
}

const AskErasePage = ({ email, wrong }: Of<"askErase">) => (
  <form method="post" className="form comment-form">
    {wrong ? <Alert>{texts.problems[wrong]}</Alert> : null}
    <label htmlFor="erase-email">{texts.askErase.email}</label>
    <input id="erase-email" type="email" name="email" autoComplete="email" required defaultValue={email} />
    <p className="comment-buttons">
      <button type="submit" className="button button-solid">
        {texts.askErase.button}
      </button>
    </p>
  </form>
);

function Content({ state }: { state: GuestState }): ReactNode {
  switch (state.name) {
    case "form":
      return <FormPage {...state} />;
    case "confirm":
      return <ConfirmPage {...state} />;
    case "own":
      return <OwnPage {...state} />;
    case "askFollow":
      return <AskFollowPage {...state} />;
    case "confirmFollow":
      return <ConfirmFollowPage {...state} />;
    case "following":
      return <FollowingPage slug={state.slug} />;
    case "askErase":
      return <AskErasePage {...state} />;
    case "erase":
      return (
        <form method="post">
          <button type="submit" className="button button-danger">
            {texts.erase.button}
          </button>
        </form>
      );
    case "posted":
    case "waiting":
    case "unfollowed":
      return (
        <p className="comment-buttons">
          <LinkButton label={texts.backToArticle} to={threadPath(state.slug)} />
          <LinkButton label={texts.own.title} to={routes.guest()} />
        </p>
      );
    case "stranger":
      return (
        <p>
          <LinkButton label={texts.eraseLink} to={routes.eraseGuest()} />
        </p>
      );
    default:
      return (
        <p>
          <LinkButton label={texts.home} to={routes.home()} />
        </p>
      );
  }
}

function Text({ state }: { state: GuestState }) {
  if (state.name === "form") return null;
  const text = state.name === "own" && state.author === "" ? texts.own.nameless : texts[state.name].text;
  const parts = {
    email: "email" in state ? <bdi>{state.email}</bdi> : null,
    name: "author" in state ? <bdi>{state.author}</bdi> : null,
    article: "title" in state ? <bdi>{state.title}</bdi> : null,
    days: UNCONFIRMED_DAYS,
    count: GUEST_MAILS_PER_DAY,
  };
  return (
    <p>
      <TextWith text={text as string} parts={parts as Record<never, ReactNode>} />
    </p>
  );
}

/** Opening it changes nothing, because programs follow links too. */
export function GuestPage({ site, state }: { site: Site; state: GuestState }) {
  const { title } = texts[state.name];
  return (
    <PlainPage site={site} title={title}>
      <Text state={state} />
      <Content state={state} />
    </PlainPage>
  );
}
