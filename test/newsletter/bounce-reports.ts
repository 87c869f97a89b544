/** Reports as mail servers write them, about a message with this Message-ID and recipient. */
type About = { messageId: string; email: string };

const crlf = (text: string) => text.replaceAll("\n", "\r\n");

const report = (
  {
    from,
    subject,
    text,
    status,
    original,
    more = "",
  }: Record<"from" | "subject" | "text" | "status" | "original", string> & { more?: string },
  type = "message/rfc822",
) =>
  crlf(`Return-Path: <>
From: ${from}
To: bounces@blog.example
Subject: ${subject}
Date: Tue, 3 Mar 2026 09:00:00 +0000
Message-ID: <20260303090000.A1B2C3@mx.example.org>
Auto-Submitted: auto-replied
${more}MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="BOUNDARY"

This is a MIME-encapsulated message.

--BOUNDARY
Content-Type: text/plain; charset=us-ascii

${text}

--BOUNDARY
Content-Type: message/delivery-status

${status}

--BOUNDARY
Content-Type: ${type}

${original}

--BOUNDARY--
`);

const original = ({ messageId, email }: About) => `From: Larks <news@blog.example>
To: ${email}
Subject: On larks
Message-ID: <${messageId}>
MIME-Version: 1.0
Content-Type: text/plain

Larks sing at dawn.`;

/** Postfix: bounce(8), with the original's headers alone where the message is large. */
export const postfix = (about: About, status = "5.1.1", diagnostic = "550 5.1.1 <x>: Recipient address rejected: User unknown") =>
  report(
    {
      from: "MAILER-DAEMON@mx.example.org (Mail Delivery System)",
      subject: "Undelivered Mail Returned to Sender",
      text: `I'm sorry to have to inform you that your message could not\nbe delivered to one or more recipients.\n\n<${about.email}>: host mail.example.org said: ${diagnostic}`,
      status: `Reporting-MTA: dns; mx.example.org
X-Postfix-Queue-ID: 4F1A2B3C4D
X-Postfix-Sender: rfc822; bounces@blog.example
Arrival-Date: Tue,  3 Mar 2026 08:59:58 +0000 (UTC)

Final-Recipient: rfc822; ${about.email}
Original-Recipient: rfc822;${about.email}
Action: failed
Status: ${status}
Remote-MTA: dns; mail.example.org
Diagnostic-Code: smtp; ${diagnostic}`,
      original: original(about),
    },
    "text/rfc822-headers",
  );

/** Exim since 4.80: RFC 3464 with `Status: 5.0.0`, the real code in the diagnostic. */
export const exim = (about: About) =>
  report({
    from: "Mail Delivery System <Mailer-Daemon@exim.example.org>",
    subject: "Mail delivery failed: returning message to sender",
    more: `X-Failed-Recipients: ${about.email}\n`,
    text: `This message was created automatically by mail delivery software.\n\n  ${about.email}\n    host mail.example.org [192.0.2.1]\n    SMTP error from remote mail server after RCPT TO:<${about.email}>:\n    550 No such user here`,
    status: `Reporting-MTA: dns; exim.example.org

Action: failed
Final-Recipient: rfc822;${about.email}
Status: 5.0.0
Remote-MTA: dns; mail.example.org
Diagnostic-Code: smtp; 550 No such user here`,
    original: original(about),
  });

/** Exim before: plain text, with the addresses in a header. */
export const oldExim = ({ messageId, email }: About) =>
  crlf(`From: Mail Delivery System <Mailer-Daemon@exim.example.org>
To: bounces@blog.example
X-Failed-Recipients: ${email}
Auto-Submitted: auto-replied
Subject: Mail delivery failed: returning message to sender
Message-Id: <E1abcde-0001Ab-CD@exim.example.org>

This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  ${email}
    SMTP error from remote mail server after RCPT TO:<${email}>:
    550 5.1.1 User unknown

------ This is a copy of the message, including all the headers. ------

From: Larks <news@blog.example>
Message-ID: <${messageId}>
Subject: On larks

Larks sing at dawn.
`);

/** Exchange: the recipient as `Final-Recipient` alone, an `X-Display-Name`, and 5.1.10 for a mailbox that isn't there. */
export const exchange = (about: About) =>
  report({
    from: "postmaster@exchange.example.org",
    subject: "Undeliverable: On larks",
    text: "Delivery has failed to these recipients or groups:\n\nThe email address you entered couldn't be found.",
    status: `Reporting-MTA: dns;exchange.example.org
Received-From-MTA: dns;mail.blog.example
Arrival-Date: Tue, 3 Mar 2026 08:59:58 +0000

Final-Recipient: rfc822;${about.email}
Action: failed
Status: 5.1.10
Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup
X-Display-Name: Ada`,
    original: original(about),
  });

/** Microsoft 365: a refusal by policy, in several folded lines. */
export const microsoft365 = (about: About) =>
  report({
    from: "Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@example.org>",
    subject: "Undeliverable: On larks",
    text: "Your message to the recipient couldn't be delivered.",
    status: `Reporting-MTA: dns;AM0PR01MB0001.eurprd01.prod.exchangelabs.com
Received-From-MTA: dns;mail.blog.example

Final-Recipient: rfc822;${about.email}
Action: failed
Status: 5.7.1
Diagnostic-Code: smtp;550 5.7.1 Unfortunately, messages from [192.0.2.7] weren't sent.
 Please contact your Internet service provider since part of their network is on our block list (S3150).`,
    original: original(about),
  });

/** Amazon SES puts an identifier of its own in place of the Message-ID, so that the address alone tells whom it is about. */
export const ses = (about: About) =>
  report({
    from: "MAILER-DAEMON@amazonses.com",
    subject: "Delivery Status Notification (Failure)",
    text: "An error occurred while trying to deliver the mail to the following recipients:",
    status: `Reporting-MTA: dns; a8-50.smtp-out.amazonses.com

Action: failed
Final-Recipient: rfc822; ${about.email}
Diagnostic-Code: smtp; 550 5.1.1 user unknown
Status: 5.1.1`,
    original: original({ ...about, messageId: "0000018e0a1b2c3d-11112222-000000@email.amazonses.com" }),
  });

/** Gmail: what its servers send after they have taken the message. */
export const gmail = (about: About) =>
  report({
    from: "Mail Delivery Subsystem <mailer-daemon@googlemail.com>",
    subject: "Delivery Status Notification (Failure)",
    more: `X-Failed-Recipients: ${about.email}\n`,
    text: "** Address not found **\n\nYour message wasn't delivered because the address couldn't be found.",
    status: `Reporting-MTA: dns; googlemail.com
Arrival-Date: Tue, 03 Mar 2026 00:59:58 -0800 (PST)
X-Original-Message-ID: <${about.messageId}>

Final-Recipient: rfc822; ${about.email}
Action: failed
Status: 5.1.1
Remote-MTA: dns; gmail-smtp-in.l.google.com. (142.250.1.26, the server for the domain gmail.com.)
Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try
 550-5.1.1 double-checking the recipient's email address for typos or
 550 5.1.1  https://support.google.com/mail/?p=NoSuchUser d9443c01a7336-xyz - gsmtp
Last-Attempt-Date: Tue, 03 Mar 2026 00:59:59 -0800 (PST)`,
    original: original(about),
  });

/** A complaint (RFC 5965). */
export const complaint = ({ messageId, email }: About) =>
  crlf(`From: <feedback@example.org>
To: <bounces@blog.example>
Subject: FW: On larks
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="BOUNDARY"

--BOUNDARY
Content-Type: text/plain; charset="US-ASCII"

This is an email abuse report for an email message received from IP
192.0.2.7 on Tue, 3 Mar 2026 09:00:00 +0000.

--BOUNDARY
Content-Type: message/feedback-report

Feedback-Type: abuse
User-Agent: SomeGenerator/1.0
Version: 1
Original-Mail-From: <bounces@blog.example>
Original-Rcpt-To: <${email}>

--BOUNDARY
Content-Type: message/rfc822
Content-Disposition: inline

${original({ messageId, email })}

--BOUNDARY--
`);

/** A message that is only late. */
export const delayed = (about: About) =>
  postfix(about, "4.4.1", "connect to mail.example.org: Connection timed out").replace("Action: failed", "Action: delayed");

/** An answer of a person on holiday. */
export const holiday = ({ email }: About) =>
  crlf(
    `From: ${email}\nTo: bounces@blog.example\nSubject: Out of office\nAuto-Submitted: auto-replied\n\nI am away until Monday. 550 5.1.1 is on my mind.\n`,
  );
