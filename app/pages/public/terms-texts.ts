import { textsOf } from "../../texts/texts.ts";

/*
 * The terms that come with the site. `{account}`, `{email}` and `{privacy}` in them are links.
 */
export const english = {
  title: "Terms",
  description: "The few rules for reading and sharing {site}.",
  lead: "A few plain rules. By using {site} you agree to them.",
  access: { heading: "Access", text: "Everything published here may be read free of charge, by anyone, without an account." },
  quotes: {
    heading: "Quotes and links",
    text: "Link to any article. Quote from it with its title and a link. The articles belong to their authors, so ask before you publish one in full somewhere else. You can read the feeds in any feed reader.",
  },
  likes: {
    heading: "Likes",
    text: "Each reader can like an article once. Likes are for people. We may remove likes made by bots.",
  },
  accounts: {
    heading: "Accounts",
    text: "An account is for one person. Keep its password to yourself, and give an email address that reaches you. You can delete the account at any time on {account}. We may close accounts that are used for spam or abuse.",
  },
  comments: {
    heading: "Comments",
    text: "You own your comments. By posting one, you allow this site to show it. Be kind, stay on topic, and don’t post anything that breaks the law or violates the rights of others. We may hold, decline or remove comments.",
  },
  articles: {
    heading: "About the articles",
    text: "They are thoughts and experience, not professional advice. For questions about your health, the law or money, talk to a professional who knows your situation.",
  },
  promises: {
    heading: "No promises",
    text: "We try to keep the articles correct and the site available, and we fix mistakes when we learn about them. We can’t guarantee either.",
  },
  changes: {
    heading: "Changes",
    text: "When these rules change, the new ones are published on this page and apply from then on.",
  },
  contact: {
    heading: "Contact",
    text: "Write to {email}. {privacy} says what is stored about you, who can see it and how to delete it.",
  },
  accountLink: "its page",
  privacyLink: "Privacy",
} as const;

export const texts = textsOf("terms", english);
