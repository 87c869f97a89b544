import { Icon } from "../../../ui/icon/icon.tsx";
import { shareOnTwitter } from "../sharing/share.ts";

/** Opens a tweet about an article. */
export function ShareButton({ title, url }: { title: string; url: string }) {
  return (
    <button
      type="button"
      className="icon-button needs-script"
      aria-label={`Share “${title}” on Twitter`}
      title="Share on Twitter"
      onClick={() => shareOnTwitter(title, url)}
    >
      <Icon name="share" />
    </button>
  );
}
