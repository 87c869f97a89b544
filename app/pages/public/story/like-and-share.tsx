import { useEffect, useRef, useState } from "react";
import { compactCount } from "../../../domain/posts/post-rules.ts";
import type { Post } from "../../../domain/posts/post-shapes.ts";
import { routes } from "../../../routes.ts";
import { locale } from "../../../texts/texts.ts";
import { ButtonGroup } from "../../../ui/button-group.tsx";
import { FacebookLogo, Icon, LinkedInLogo, TwitterLogo } from "../../../ui/icon.tsx";
import { toast } from "../../../ui/toast/toast.ts";
import { useSite } from "../../data.ts";
import { copyText, shareOnFacebook, shareOnLinkedIn, shareOnTwitter } from "../share.ts";
import { useLike } from "../use-like.ts";
import { texts } from "./texts.ts";

/** Specification, section 9. */
const COPIED_MS = 2000;

function SharePanel({ post }: { post: Post }) {
  const site = useSite();
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const url = site.url + routes.story(post.slug);

  const copy = async () => {
    if (!(await copyText(url))) {
      toast({ title: texts.notCopied, description: texts.copyYourself, tone: "error" });
      return;
    }
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), COPIED_MS);
    toast({ title: texts.linkCopied, description: texts.linkCopiedDetails, tone: "success" });
  };

  return (
    <ButtonGroup className="share-panel" aria-label={texts.share}>
      <span className="share-title" aria-hidden="true">
        {texts.share}
      </span>
      <button type="button" className="button button-quiet" onClick={() => shareOnFacebook(url)}>
        <FacebookLogo />
        Facebook
      </button>
      <button type="button" className="button button-quiet" onClick={() => shareOnTwitter(post.title, url)}>
        <TwitterLogo />
        Twitter
      </button>
      <button type="button" className="button button-quiet" onClick={() => shareOnLinkedIn(url)}>
        <LinkedInLogo />
        LinkedIn
      </button>
      <button type="button" className="button button-quiet copy-button" onClick={copy}>
        {copied ? <Icon name="check" /> : <Icon name="link" />}
        {copied ? texts.copied : texts.copyLink}
      </button>
    </ButtonGroup>
  );
}

/** Hidden without a script. */
export function LikeAndShare({ post }: { post: Post }) {
  const { liked, count, busy, toggle } = useLike(post);
  return (
    <section className="like-and-share needs-script" aria-label={texts.likeAndShare}>
      <button
        type="button"
        className="button like-button"
        data-likes={post.id}
        aria-pressed={liked}
        aria-disabled={busy}
        onClick={toggle}
      >
        <Icon name="heart" className="heart" />
        {busy ? texts.liking : texts.like}
        {count > 0 ? <span className="like-count">{compactCount(count, locale())}</span> : null}
      </button>
      <SharePanel post={post} />
    </section>
  );
}
