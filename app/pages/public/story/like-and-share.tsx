import { compactCount, type Post } from "../../../domain/posts/model.ts";
import { Icon } from "../../../ui/icon/icon.tsx";
import { useLike } from "../likes/use-like.ts";
import { SharePanel } from "./share-panel.tsx";

/** What a reader can do at the end of an article. Needs the script, so it hides without one. */
export function LikeAndShare({ post }: { post: Post }) {
  const { liked, count, busy, toggle } = useLike(post);
  return (
    <section className="like-and-share needs-script" aria-label="Like and share">
      <button type="button" className="button like-button" aria-pressed={liked} aria-disabled={busy} onClick={toggle}>
        <Icon name="heart" className="heart" />
        {busy ? "Updating..." : "Like this article"}
        {count > 0 ? <span className="like-count">{compactCount(count)}</span> : null}
      </button>
      <SharePanel post={post} />
    </section>
  );
}
