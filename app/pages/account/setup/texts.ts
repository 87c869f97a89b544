import { textsOf } from "../../../texts/texts.ts";

/*
 * The texts of the setup page.
 */
export const english = {
  // The page
  title: "Set up your site",
  heading: "Make it yours",
  lead: "Answer a few questions and start writing. You can change everything later.",
  refused: "Nothing has been saved yet. Please check the fields marked below.",
  submit: "Start writing",
  haveBackup: "Moving a site here?",
  restoreInstead: "Restore from a backup",

  // The site
  site: "The site",
  siteName: "Name of the site",

  sentence: "In one sentence, what is it about?",
  sentenceHint: "Shown on Home, in search results and in feeds. You can leave it for later.",

  // The owner
  you: "You",
  yourName: "Your name",
  yourNameHint: "Shown under your articles.",
  email: "Email",
  password: "Password",
  passwordHint: "At least 12 characters",
  confirmPassword: "Confirm Password",

  // Language, time and dates
  languageTimeDates: "Language, time and dates",
  language: "Language of the site",
  languageHint:
    "All that readers see is in {languages} if you choose one of these; otherwise only your articles are in the language.",
  timezone: "Time zone",
  dateFormat: "Date format",

  // The look
  look: "Look",
  lookHint: "You can change colors, fonts, logo and more later.",

  // What to begin with
  begin: "Begin",
  demo: "With example articles",
  demoHint: "Articles with comments and statistics to explore. You can remove them in Settings.",
  empty: "With an empty site",
  emptyHint: "Your name and sentence on Home, and these categories to begin with:",
  categories: "Categories",
  categoriesHint: "Separated by commas. Every article has one.",

  // The page after setting up
  doneTitle: "Your site is ready",
  doneLead: "Sign in as {email} to write your first article.",
  signIn: "Sign In",
  view: "View the site",

  // What is wrong with a field, in other languages than English, which has the server's own messages

  wrong: {
    site_name: "Give the site a name of at most 100 characters.",
    site_description: "The sentence may have at most 300 characters.",
    full_name: "Enter your name, of at most 200 characters.",
    email: "Enter an email address like name@example.com.",
    password: "Choose a password of at least 12 characters that isn’t easy to guess.",
    repeated: "The passwords don’t match.",
    categories: "Enter at most 12 categories with short names.",
    choice: "Choose one of the values that are offered.",
  },
} as const;

export const texts = textsOf("setup", english);
