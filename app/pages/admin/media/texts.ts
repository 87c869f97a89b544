/*
 * The visible texts of picture fields and uploads that the specification doesn't give. Those of the media library are in a file of their
 * own.
 */

/** The field for one picture. */
export const FIELD = {
  chosen: "The chosen picture",
  replace: "Replace",
  upload: "Upload",
  choose: "Choose from library",
  remove: "Remove",
  formats: "JPEG, PNG, WebP, AVIF or GIF. You can also drop a file here.",
  alt: "Alternative text",
  altHint: "Describe the image for people who can't see it. Leave it empty only if it is decorative.",
} as const;

/** The dialog to choose a picture. */
export const PICKER = {
  title: "Choose a picture",
  search: "Search pictures",
  upload: "Upload",
  pages: "Pages of pictures",
  previous: "Previous",
  next: "Next",
  pageOf: (page: number, pages: number) => `Page ${page} of ${pages}`,
  notFound: "No images found",
  notFoundHint: "Try another word.",
  none: "No images yet",
  noneHint: "Upload your first image.",
} as const;

/** An upload. */
export const UPLOAD = {
  uploading: (name: string) => `Uploading ${name}...`,
  preparing: (name: string) => `Preparing ${name}...`,
  cancel: "Cancel",
  tooLarge: "The file is too large",
  interrupted: "The upload was interrupted. Please try again.",
  canceled: "The upload was canceled.",
  failed: "The file could not be uploaded. Please try again.",
} as const;
