import { describe, expect, test } from "vitest";
import { DEFAULT_SETTINGS, settingsInput } from "./settings.ts";
import { SITE_CONTENT, siteContentInput } from "./site-content.ts";
import { timezoneChoices } from "./timezone-rules.ts";

const rulesOf = (change: object) => {
  const { error } = settingsInput.safeParse({ ...DEFAULT_SETTINGS, ...change });
  return error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];
};

test("the schema accepts the defaults", () => {
  expect(settingsInput.parse(DEFAULT_SETTINGS)).toEqual(DEFAULT_SETTINGS);
  expect(siteContentInput.parse(SITE_CONTENT)).toEqual(SITE_CONTENT);
});

test.each([
  [{ postsPerPage: 0 }, "postsPerPage: Posts per page must be a whole number from 1 to 50"],
  [{ postsPerPage: 51 }, "postsPerPage: Posts per page must be a whole number from 1 to 50"],
  [{ postsPerPage: 2.5 }, "postsPerPage: Posts per page must be a whole number from 1 to 50"],
  [{ postsPerPage: Number.NaN }, "postsPerPage: Posts per page must be a whole number from 1 to 50"],
  [{ maxUploadSize: 0 }, "maxUploadSize: Max upload size must be a whole number from 1 to 100 MB"],
  [{ maxUploadSize: 101 }, "maxUploadSize: Max upload size must be a whole number from 1 to 100 MB"],
  [{ sessionIdleDays: 0 }, "sessionIdleDays: Sign out after inactivity must be a whole number from 1 to 365"],
  [{ sessionMaxDays: 731 }, "sessionMaxDays: Maximum session must be a whole number from 1 to 730"],
  [{ newsletterDigestHour: -1 }, "newsletterDigestHour: Hour of the digest must be a whole number from 0 to 23"],
  [{ newsletterDigestHour: 8.5 }, "newsletterDigestHour: Hour of the digest must be a whole number from 0 to 23"],
  [
    { newsletterDigestDay: "monday" },
    "newsletterDigestDay: Day of the digest must be one of Monday; Tuesday; Wednesday; Thursday; Friday; Saturday; Sunday",
  ],
  [
    { securityContact: "http://blog.example" },
    "securityContact: Security contact must be an email address or an address that begins with https://",
  ],
  [
    { securityContact: "a@blog.example\nExpires: never" },
    "securityContact: Security contact must be an email address or an address that begins with https://",
  ],
  [{ siteName: "  " }, "siteName: Site name is required"],
  [{ siteName: "a".repeat(101) }, "siteName: Site name must have at most 100 characters"],
  [{ siteName: "a\0b" }, "siteName: Site name must not have control characters"],
  [{ siteName: "a\ud800" }, "siteName: Site name has a character that isn’t whole"],
  [{ adminEmail: "nobody" }, "adminEmail: Admin email must be an email address"],
  [{ adminEmail: "" }, "adminEmail: Admin email is required"],
  [{ theme: "pink" }, "theme: Theme must be one of light; dark; auto"],
  [{ timezone: "toString" }, expect.stringMatching(/^timezone: Timezone must be one of UTC; Eastern;/)],
  [{ dateFormat: "YY" }, expect.stringMatching(/^dateFormat: Date format must be one of MM\/DD\/YYYY;/)],
  [{ allowComments: "yes" }, "allowComments: Allow comments must be on or off"],
])("%j is refused with name and rule", (change, rule) => {
  expect(rulesOf(change)).toEqual([rule]);
});

describe("the site's address", () => {
  test.each([
    ["", ""],
    ["https://blog.example", "https://blog.example"],
    [" https://Blog.Example/ ", "https://blog.example"],
    ["http://127.0.0.1:3000", "http://127.0.0.1:3000"],
    ["https://bücher.example", "https://xn--bcher-kva.example"],
  ])("%j is kept as %j", (given, kept) => {
    expect(settingsInput.parse({ ...DEFAULT_SETTINGS, siteUrl: given }).siteUrl).toBe(kept);
  });

  test.each([
    "blog.example",
    "ftp://blog.example",
    "javascript:alert(1)",
    "https://blog.example/blog",
    "https://blog.example/..",
    "https://blog.example\\@evil.example",
    "https://user:secret@blog.example",
    "https://blog.example?x=1",
    "https://blog.example#x",
    "https://",
    "//blog.example",
    "https://blog example",
  ])("%j is refused", (siteUrl) => {
    expect(rulesOf({ siteUrl })).toEqual(["siteUrl: Site URL must look like https://blog.example, without a path"]);
  });
});

test("a text on one line loses its line breaks, a paragraph keeps them", () => {
  const content = { ...SITE_CONTENT, defaultAuthor: " Ada\n\tLovelace ", footer: { text: "One\r\ntwo", rights: "" } };
  const { defaultAuthor, footer } = siteContentInput.parse(content);
  expect([defaultAuthor, footer.text]).toEqual(["Ada Lovelace", "One\ntwo"]);
});

test.each(["UTC", "Eastern", "Tokyo", "Asia/Kolkata", "Europe/Berlin", "Australia/Sydney", "America/Argentina/Buenos_Aires"])(
  "%s is a time zone",
  (value) => {
    expect(settingsInput.shape.timezone.parse(value)).toBe(value);
    expect(timezoneChoices().map((choice) => choice.value)).toContain(value);
  },
);

test.each(["Mars/Olympus", "IST", "+05:30", "europe/berlin", "", "Asia/Kolkata\n", "constructor"])("%j is none", (value) => {
  expect(settingsInput.shape.timezone.safeParse(value).success).toBe(false);
});

test("a former name becomes the one of today, and the specification's zones come first", () => {
  expect(settingsInput.shape.timezone.parse("Asia/Calcutta")).toBe("Asia/Kolkata");
  expect(timezoneChoices().slice(0, 2)).toEqual([
    { value: "UTC", zone: "UTC" },
    { value: "Eastern", zone: "America/New_York" },
  ]);
  expect(timezoneChoices().length).toBeGreaterThan(300);
});
