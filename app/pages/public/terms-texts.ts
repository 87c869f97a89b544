import type { PublicSite } from "../../domain/settings/settings.ts";

/** The terms that come with the site: a heading and a paragraph each. `{account}`, `{email}` and `{privacy}` in them are links. */
export const terms = ({ allowComments }: Pick<PublicSite, "allowComments">) => [
  { heading: "Access", text: "Everything published here may be read free of charge, by anyone, without an account." },
  {
    heading: "Quotes and links",
    text:
      "Link to any article. Quote from it with its title and a link. The articles belong to their authors, so ask before you " +
      "publish one in full somewhere else. You can read the feeds in any feed reader.",
  },
  {
    heading: "Likes",
    text: "Each reader can like an article once. Likes are for people. We may remove likes made by bots.",
  },
  {
    heading: "Accounts",
    text:
      "An account is for one person. Keep its password to yourself, and give an email address that reaches you. You can delete " +
      "the account at any time on {account}. We may close accounts that are used for spam or abuse.",
  },
  ...(allowComments
    ? [
        {
          heading: "Comments",
          text:
            "You own your comments. By posting one, you allow this site to show it. Be kind, stay on topic, and don’t post " +
            "anything that breaks the law or violates the rights of others. We may hold, decline or remove comments.",
        },
      ]
    : []),
  {
    heading: "About the articles",
    text:
      "They are thoughts and experience, not professional advice. For questions about your health, the law or money, talk to a " +
      "professional who knows your situation.",
  },
  {
    heading: "No promises",
    text:
      "We try to keep the articles correct and the site available, and we fix mistakes when we learn about them. We can’t " +
      "guarantee either.",
  },
  {
    heading: "Changes",
    text: "When these rules change, the new ones are published on this page and apply from then on.",
  },
  {
    heading: "Contact",
    text: "Write to {email}. {privacy} says what is stored about you, who can see it and how to delete it.",
  },
];

/** What the links in the terms say. */
export const termsLinks = ({ email }: Pick<PublicSite, "email">) => ({ account: "its page", email, privacy: "Privacy" });
