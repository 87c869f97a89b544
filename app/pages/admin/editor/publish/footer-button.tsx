import { useQuery, useQueryClient } from "@tanstack/react-query";
import { navigationPolicy } from "../../../../domain/navigation/navigation.policy.ts";
import { useOfficeUser } from "../../frame/office-user.ts";
import { useAdminMutation } from "../../frame/use-admin-mutation.ts";
import { type FooterPage, isInFooter, withoutPage, withPage } from "../../navigation/footer-page.ts";
import { navigationQuery, saveNavigation } from "../../navigation/queries.ts";

/** Puts a page into the footer, and takes it out again. */
export function FooterButton({ page }: { page: FooterPage }) {
  const client = useQueryClient();
  const mayChange = navigationPolicy.update.admits(useOfficeUser());
  const { data: stored } = useQuery({ ...navigationQuery, enabled: mayChange });
  const isThere = stored !== undefined && isInFooter(stored.footer, page);
  const toggle = useAdminMutation<unknown, boolean>({
    call: async (add) => {
      // As it is now, so that nobody's change is overwritten.
      const { header, footer, social, announcement, version } = await client.fetchQuery(navigationQuery);
      const next = add ? withPage(footer, page) : withoutPage(footer, page);
      if (next === undefined) throw new Error("The footer is full. Remove an entry under Navigation first.");
      const saved = await saveNavigation({ header, footer: next, social, announcement, version });
      client.setQueryData(navigationQuery.queryKey, saved);
    },
    success: (_, add) => (add ? "Added to the footer" : "Removed from the footer"),
    failure: (message) => `Failed to change the footer: ${message}`,
    invalidates: [["site"], ["admin", "audit"]],
  });
  if (!stored || !mayChange) return null;
  return (
    <button
      type="button"
      className="button"
      aria-disabled={toggle.isPending || undefined}
      onClick={() => toggle.isPending || toggle.mutate(!isThere)}
    >
      {isThere ? "Remove from footer" : "Add to footer"}
    </button>
  );
}
