/*
 * The visible texts of the setup page that the specification doesn't give.
 */

// The page
export const title = "Set up your site";
export const heading = "Make it yours";
export const lead = "Answer a few questions and start writing. You can change everything later.";
export const refused = "Nothing has been saved yet. Please check the fields marked below.";
export const submit = "Start writing";

// The site
export const site = "The site";
export const siteName = "Name of the site";

export const sentence = "In one sentence, what is it about?";
export const sentenceHint = "Shown on Home, in search results and in feeds. You can leave it for later.";

// The owner
export const you = "You";
export const yourName = "Your name";
export const yourNameHint = "Shown under your articles.";
export const email = "Email";
export const password = "Password";
export const passwordHint = "At least 12 characters";
export const confirmPassword = "Confirm Password";

// Language, time and dates
export const languageTimeDates = "Language, time and dates";
export const language = "Language of your articles";
export const languageHint = "Menus and buttons are in English.";
export const timezone = "Time zone";
export const dateFormat = "Date format";

// The look
export const look = "Look";
export const lookHint = "You can change colors, fonts, logo and more later.";

// What to begin with
export const begin = "Begin";
export const demo = "With example articles";
export const demoHint = "Articles with comments and statistics to explore. You can remove them in Settings.";
export const empty = "With an empty site";
export const emptyHint = "Your name and sentence on Home, and these categories to begin with:";
export const categories = "Categories";
export const categoriesHint = "Separated by commas. Every article has one.";

// The page after setting up
export const doneTitle = "Your site is ready";
export const doneLead = (email: string) => `Sign in as ${email} to write your first article.`;
export const view = "View the site";

// What the browser finds and says
export const fromBrowser = "Found from your browser";
export const sameClock = (zone: string) => `Your browser is in ${zone}, which has the same clock`;
export const noZone = "Your browser doesn’t know its timezone";
export const unknownZone = (zone: string) => `There is no choice for ${zone} yet`;
export const usedLink = "This link no longer works. Start the server again: it prints a new one if no one has used the site yet.";
export const tooManyTries = "Too many tries. Please wait some minutes and try again.";
export const failed = "The site could not be set up. Nothing was changed. Please try again.";
