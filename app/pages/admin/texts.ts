/*
 * The visible texts around the screens of the back office, and those that several screens share, that the specification doesn't give.
 */

import type { PostField } from "../../domain/posts/post.ts";

/** The labels of a post's fields, in the order of the screen and of comparisons. */
export const POST_LABELS: Record<PostField, string> = {
  title: "Title",
  slug: "Slug",
  kind: "Kind",
  description: "Description",
  excerpt: "Excerpt",
  content: "Content",
  content_format: "Content format",
  status: "Status",
  featured: "Featured",
  category_id: "Category",
  tags: "Tags",
  featured_image: "Featured image",
  featured_image_alt: "Alternative text of the featured image",
};

/** How a sentence about a field's broken rule begins: "There must be at most 50 tags", "Each tag must have at most 100 characters". */
export const SUBJECTS = {
  tags: "There",
  tag: "Each tag",
  published_at: "Publication date",
} as const;

// The page where admins sign in. Each text is an export of its own, because the page is loaded without the back office.
export const signInPageTitle = "Admin sign-in";
export const signInTitle = "Admin";
export const signInLead = "Sign in to write, to moderate and to manage the site.";
export const signInHome = "Back to home";

/** The dialog for an admin whose session has ended. */
export const SIGN_IN_AGAIN = {
  title: "Sign in again",
  text: "Your session has ended. Sign in as {email} to continue. Nothing on this screen is lost.",
  later: "Not now",
} as const;

const STAYS_HERE =
  "You can no longer save here. Your unsaved changes stay in this browser, and you can restore them if an admin gives you access again. " +
  "If you need them before then, copy them before you leave this page.";

/** The dialog that tells a user why the back office is closed to them, by the reason. */
export const ACCESS_LOST = {
  role: { title: "You are no longer an admin", text: STAYS_HERE },
  deactivated: { title: "Your account has been deactivated", text: STAYS_HERE },
  deleted: {
    title: "Your account has been deleted",
    text: "You can no longer save here. If you need your unsaved changes, copy them before you leave this page.",
  },
} as const;
export const accessLostStay = "Stay on this page";
export const accessLostLeave = "Leave";

/** The page for users who aren't admins. */
export const DENIED = {
  email: "Email",
  role: "Role",
  home: "Back to Home",
  signIn: "Sign in as an admin",
} as const;

/** The page while nothing is known or loaded. */
export const WAIT = {
  title: "Admin",
  loading: "Loading...",
} as const;
