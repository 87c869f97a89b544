/*
 * The visible texts of the categories that the specification doesn't give.
 */

/** The color of a category. */
export const COLOR = {
  onLight: "On light",
  onDark: "On dark",
  category: "Category",
  readable: "Text in this color is easy to read in both themes.",
  hardToRead: (themes: string) => `This color is hard to read on ${themes} paper. Text uses a readable shade of it.`,
  color: "Color",
  chooseAColor: "Choose a color",
  sample: "How the name looks",
} as const;

/** The form of a category. */
export const FORM = {
  nameLabel: "Name",
  slug: "Slug",
  slugHint: "Last part of the category's URL",
  description: "Description",
  saving: "Saving...",
  categoryCreated: "Category created",
  createFailed: (message: string) => `Failed to create category: ${message}`,
  createCategory: "Create category",
  categoryUpdated: "Category updated",
  updateFailed: (message: string) => `Failed to update category: ${message}`,
  editCategory: "Edit category",
  save: "Save",
} as const;

/** The deletion of a category. */
export const DELETION = {
  categoryDeleted: "Category deleted",
  failed: (message: string) => `Failed to delete category: ${message}`,
  none: (name: string) => `None (${name})`,
  cancel: "Cancel",
  delete: "Delete",
  title: (name: string) => `Delete ${name}`,
  question: (consequence: string) => `Are you sure you want to delete this category? ${consequence}`,
  onePost: "Its one post goes to",
  posts: (count: string) => `Its ${count} posts go to`,
} as const;

/** The category's own page. */
export const OWN_PAGE = {
  categoryPage: "Category page",
  heading: "Heading",
  headingHint: (name: string) => `In place of “${name}” on its page`,
  text: "Text",
  textHint: "Below the description, on the first page. A blank line begins a paragraph.",
  picture: "Picture",
  pictureHint: "In place of the drawing, also where the page is shared. JPEG, PNG, WebP, AVIF or GIF.",
} as const;

/** The screen. */
export const LIST = {
  editOne: (name: string) => `Edit ${name}`,
  edit: "Edit",
  published: (count: string) => `${count} published`,
  noCategoriesFound: "No categories found",
  noneFoundHint: "Try another search, or show all.",
  showAllCategories: "Show all categories",
  noneHint: "Readers browse articles by category.",
  categories: "Categories",
  searchCategories: "Search categories",
} as const;
