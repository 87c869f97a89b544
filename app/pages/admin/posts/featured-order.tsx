import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { FeaturedOrderState } from "../../../domain/posts/featured/featured.ts";
import { FEATURED_LIMIT } from "../../../domain/posts/post-rules.ts";
import { codeOf } from "../../account/frame/failure.ts";
import { Day } from "../frame/dates.tsx";
import { Dialog } from "../frame/dialog.tsx";
import { FocusKeepingButton } from "../frame/focus-keeping-button.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { SortableList } from "../frame/sortable-list.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { featuredOrderQuery, saveFeaturedOrder } from "./queries.ts";

type Item = FeaturedOrderState["posts"][number] & { key: string };
const itemsOf = ({ posts }: FeaturedOrderState): Item[] => posts.map((post) => ({ ...post, key: post.id }));

const newestFirst = (items: readonly Item[]) => items.toSorted((a, b) => b.published_at.localeCompare(a.published_at));
const isSame = (a: readonly Item[], b: readonly Item[]) => a.length === b.length && a.every(({ id }, n) => id === b[n]?.id);

/** An order for what is featured now: posts that aren't any more go, and others follow. */
const merged = (mine: readonly Item[], now: readonly Item[]): Item[] => [
  ...mine.flatMap(({ id }) => now.find((item) => item.id === id) ?? []),
  ...now.filter(({ id }) => !mine.some((item) => item.id === id)),
];

const placeOf = (index: number) => (index === 0 ? "Home, large" : index < FEATURED_LIMIT ? "Home" : "");

function Row({ item: { title, published_at }, index }: { item: Item; index: number }) {
  return (
    <div className="featured-row">
      <strong dir="auto">{title}</strong>
      <span className="row-note">
        <Day iso={published_at} />
        {placeOf(index) ? ` · ${placeOf(index)}` : ""}
      </span>
    </div>
  );
}

function rest({ posts, total }: FeaturedOrderState): string {
  if (posts.length < total) return `The other ${total - posts.length} featured posts follow, newest first.`;
  if (total < FEATURED_LIMIT) return `Home shows ${FEATURED_LIMIT} stories: after these come the newest of the others.`;
  return "Posts that you feature later come after these, newest first.";
}

/**
 * The order as it is on the screen, and how it is saved.
 * @returns `isChanged`: whether someone else has changed what is stored since
 */
function useOrder(stored: FeaturedOrderState, onSaved: () => void) {
  const client = useQueryClient();
  const [base, setBase] = useState(stored);
  const [items, setItems] = useState(() => itemsOf(stored));
  const [isChanged, setChanged] = useState(false);
  const { mutate, isPending } = useAdminMutation({
    call: saveFeaturedOrder,
    success: "Order saved",
    failure: (message, error) =>
      codeOf(error) === "stale_version" || codeOf(error) === "invalid_input" ? undefined : `Failed to save the order: ${message}`,
    invalidates: [["admin", "posts", "featured order"], ["admin", "audit"], ["posts"], ["site"]],
  });
  const isNewestFirst = isSame(items, newestFirst(items));
  const isDirty = isNewestFirst ? base.is_own : !isSame(items, itemsOf(base));
  const save = () =>
    mutate(
      { post_ids: isNewestFirst ? [] : items.map(({ id }) => id), version: base.version },
      {
        onSuccess: onSaved,
        onError: async (error) => {
          if (codeOf(error) !== "stale_version" && codeOf(error) !== "invalid_input") return;
          const now = await client.fetchQuery(featuredOrderQuery).catch(() => null);
          if (!now) return;
          setBase(now);
          setItems((mine) => merged(mine, itemsOf(now)));
          setChanged(true);
        },
      },
    );
  return { base, items, setItems, isChanged, isNewestFirst, isDirty, isPending, save };
}

function OrderForm({ stored, onClose }: { stored: FeaturedOrderState; onClose(): void }) {
  const { base, items, setItems, isChanged, isNewestFirst, isDirty, isPending, save } = useOrder(stored, onClose);
  return (
    <>
      <p>Home shows the first four, the first one large.</p>
      {isChanged ? (
        <p className="field-error" role="alert">
          Someone else has changed what is featured or its order. This is still your order; save it again to replace theirs.
        </p>
      ) : null}
      <SortableList name="Featured posts" items={items} nameOf={({ title }) => title} onChange={setItems} isFixed>
        {(item, index) => <Row item={item} index={index} />}
      </SortableList>
      <p className="row-note">{rest(base)}</p>
      <div className="form-buttons featured-buttons">
        {isNewestFirst ? null : (
          <button type="button" className="button" onClick={() => setItems(newestFirst)}>
            Newest first
          </button>
        )}
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
        <FocusKeepingButton
          className="button button-solid"
          isDisabled={!isDirty || isPending}
          onClick={() => (isPending ? undefined : save())}
        >
          {isPending ? "Saving..." : "Save"}
        </FocusKeepingButton>
      </div>
    </>
  );
}

export function FeaturedOrder({ onClose }: { onClose(): void }) {
  // What was read before the dialog opened may be out of date, and the form begins with what it gets.
  const query = useQuery({ ...featuredOrderQuery, gcTime: 0 });
  return (
    <Dialog title="Order of featured stories" open onClose={onClose}>
      <QueryView
        query={query}
        noun="featured posts"
        isEmpty={({ total }) => total === 0}
        empty={<p>No published post is featured yet. Turn on Featured in a post’s settings to list it here.</p>}
      >
        {(stored) => <OrderForm stored={stored} onClose={onClose} />}
      </QueryView>
    </Dialog>
  );
}
