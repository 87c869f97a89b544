import { expect, test } from "vitest";
import { readReport } from "./read-report.ts";

const read = async (...lines: string[]) =>
  (await readReport(Buffer.from(lines.join("\r\n")))).map(({ email, kind, reason }) => [email, kind, reason]);

const statusReport = (...fields: string[]) =>
  read(
    "From: mailer@relay.example",
    "MIME-Version: 1.0",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    "It could not be delivered.",
    "--b",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; relay.example",
    "",
    "Final-Recipient: rfc822; wren@birds.example",
    "Action: failed",
    ...fields,
    "--b--",
  );

test("each recipient has its own words in a report of Exim", async () => {
  const found = await read(
    "From: Mail Delivery System <Mailer-Daemon@relay.example>",
    "X-Failed-Recipients: wren@birds.example, finch@birds.example",
    "",
    "The following addresses failed:",
    "",
    "  wren@birds.example",
    "    SMTP error from remote mail server after RCPT TO: 550 5.1.1 User unknown",
    "  finch@birds.example",
    "    SMTP error from remote mail server after DATA: 552 5.2.2 Mailbox full",
    "",
    "------ This is a copy of the message, including all the headers. ------",
    "",
    "  robin@birds.example",
  );
  expect(found).toEqual([
    ["wren@birds.example", "hard", "550 5.1.1 User unknown"],
    ["finch@birds.example", "soft", "552 5.2.2 Mailbox full"],
  ]);
});

test.each([
  ["qmail", "Hi. This is the qmail-send program at relay.example.", "<wren@birds.example>:"],
  ["Yahoo", "Sorry, we were unable to deliver your message to the following address.", "<wren@birds.example>:"],
])("%s names the recipient in its text alone", async (_, greeting, recipient) => {
  const found = await read("From: MAILER-DAEMON@relay.example", "", greeting, "", recipient, "550 5.1.1 User unknown");
  expect(found).toEqual([["wren@birds.example", "hard", "550 5.1.1 User unknown"]]);
});

test("a refusal that is about the sender suppresses nobody, whatever its code says", async () => {
  expect(await statusReport("Status: 5.7.1", "Diagnostic-Code: smtp; 554 5.7.1 Access denied")).toEqual([]);
  expect(
    await statusReport(
      "Status: 5.1.0",
      "Diagnostic-Code: smtp; 550 SPF: 192.0.2.1 is not allowed to send mail from relay.example",
    ),
  ).toEqual([]);
});

test("the words of the server count more than a code that says nothing", async () => {
  expect(
    await statusReport("Status: 5.0.0", "Diagnostic-Code: smtp; 550 5.1.0 Unknown address error 552-5.2.2 Mailbox full"),
  ).toEqual([["wren@birds.example", "soft", expect.stringContaining("Mailbox full")]]);
  expect(await statusReport("Status: 5.0.0", "Diagnostic-Code: smtp; 550 user unknown")).toEqual([
    ["wren@birds.example", "hard", "550 user unknown"],
  ]);
});

test.each([
  ["Yahoo", "5.0.0", "554 delivery error: dd This user doesn't have a yahoo.com account (wren@birds.example)"],
  ["Outlook.com", "5.5.0", "550 5.5.0 Requested action not taken: mailbox unavailable"],
  ["Hotmail", "5.0.0", "550 Requested action not taken: mailbox unavailable"],
  ["Exim", "5.0.0", "550-<wren@birds.example> is not a known user on this system"],
  ["Sendmail", "5.3.0", "553 5.3.0 <wren@birds.example>... Address does not exist"],
])("%s says in words that there is no such mailbox", async (_, status, words) => {
  expect(await statusReport(`Status: ${status}`, `Diagnostic-Code: smtp; ${words}`)).toEqual([
    ["wren@birds.example", "hard", words],
  ]);
});

test.each([
  "550 Denied due to spam list",
  "554 rejected due to spam content",
  "500 Mail appears to be unsolicited",
  "550-Requested action not taken: mailbox unavailable 550 Reject due to policy restrictions",
  "521 DNSRBL: Blocked for abuse",
])("“%s” is about us, and suppresses nobody", async (words) => {
  expect(await statusReport("Status: 5.0.0", `Diagnostic-Code: smtp; ${words}`)).toEqual([]);
});

test("a mailbox that was unavailable for now is no missing one", async () => {
  const words = "450 Requested mail action not taken: mailbox unavailable";
  expect(await statusReport("Status: 5.0.0", `Diagnostic-Code: smtp; ${words}`)).toEqual([["wren@birds.example", "soft", words]]);
});
