import type pg from "pg";
import type { IssueMail } from "../../app/domain/newsletter/mail/issue-mail.ts";
import type { Sender } from "../../app/domain/newsletter/write-issue-mail.ts";
import { DEFAULT_SETTINGS, type Settings, type Site } from "../../app/domain/settings/settings.ts";
import { SITE as MAIL_SITE } from "../mail/post-office.ts";

/** `mail`: what is sent; a few words unless given. */
export type SenderOptions = {
  database: pg.PoolConfig;
  smtpUrl: string;
  connections: number;
  claimSeconds: number;
  mail?: IssueMail;
};

export const SITE: Site = { ...MAIL_SITE, url: "https://blog.example", name: "Larks & Co" };

/** All that an issue needs. */
export const SETTINGS: Settings = {
  ...DEFAULT_SETTINGS,
  newsletter: true,
  newsletterSender: "news@blog.example",
  newsletterReplyTo: "ada@blog.example",
  postalAddress: "1 Lark Lane, Dawnfield",
};

export const SENDER: Sender = { address: "news@blog.example", replyTo: "ada@blog.example", bounces: "bounces@blog.example" };
