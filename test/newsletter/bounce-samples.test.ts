// slow: app/domain/newsletter/bounces/

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readReport } from "../../app/domain/newsletter/bounces/read-report.ts";

/** Of Debian's package python3-flufl.bounce: reports that Mailman's users got from many servers, and the addresses that they are about. */
const PACKAGE = "/usr/lib/python3/dist-packages/flufl/bounce";

/** Our mails aren't wrapped in other people's reports. */
const NESTED = "dsn_15.txt";

/** A line such as `('dsn', 'dsn_01.txt', [b'userx@example.com'], True),`; True: the mail is only late. */
const ENTRY = /\('(dsn|exim)',\s*'(\w+\.txt)',\s*\[([^\]]*)\](, True)?\)/g;

const SAMPLES = [...readFileSync(join(PACKAGE, "testing/helpers.py"), "utf8").matchAll(ENTRY)]
  .map(([, , name = "", list = "", isLate]) => {
    const addresses = [...list.matchAll(/b'([^']+)'/g)].map(([, address = ""]) => address);
    return { name, addresses, isLate: isLate !== undefined };
  })
  .filter(({ name }) => name !== NESTED);

/** What somebody who reads the report finds: the mailbox doesn't exist. */
const NO_MAILBOX = ["dsn_10.txt", "dsn_11.txt", "dsn_12.txt", "dsn_13.txt", "dsn_14.txt", "dsn_16.txt", "exim_01.txt"];

test("there are at least twelve samples", () => expect(SAMPLES.length).toBeGreaterThanOrEqual(12));

test.each(SAMPLES)("$name is about $addresses", async ({ name, addresses, isLate }) => {
  const raw = readFileSync(join(PACKAGE, "tests/data", name));
  for (const report of [raw, Buffer.from(raw.toString("latin1").replace(/\r?\n/g, "\r\n"), "latin1")]) {
    const found = await readReport(report);
    expect([...new Set(found.map(({ email }) => email))]).toEqual(isLate ? [] : addresses);
    const kind = NO_MAILBOX.includes(name) ? "hard" : "soft";
    expect(new Set(found.map((one) => one.kind))).toEqual(new Set(isLate ? [] : [kind]));
  }
});
