import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { createClient, createStorage, setSettings, stranger } from "./client.ts";
import { type Letter, lettersTo } from "./mailbox.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(() => setSettings(app, { requireEmailVerification: true, allowRegistration: true }));

const browser = () => createClient(app, createStorage());
const signInWith = async (email: string, password: string) => {
  const { error } = await browser().signInWithPassword({ email, password });
  return error ? error.code : "signed in";
};

const OWN = "the owner's own choice";
const FOREIGN = "an intruder's own choice";

/** An address that its owner signed up with first, then someone else. `letters`: the owner's mail, then the other's. */
async function contested(names: [string | undefined, string | undefined] = ["Ada", "Mallory"]) {
  const { email } = stranger();
  for (const [index, password] of [OWN, FOREIGN].entries()) {
    const { error } = await browser().signUp({ email, password, options: { data: { full_name: names[index], at: index } } });
    expect(error).toBeNull();
  }
  const letters = (await lettersTo(app, email)).reverse() as [Letter, Letter];
  expect(letters).toHaveLength(2);
  return { email, letters };
}
const redeem = async ({ token }: Letter) => {
  const { data, error } = await browser().verifyOtp({ token_hash: token, type: "signup" });
  return error ? error.code : data.user?.user_metadata;
};

it("confirms the password and the name of the sign-up that the link was sent for", async () => {
  const { email, letters } = await contested();
  expect(await redeem(letters[0])).toEqual({ full_name: "Ada", at: 0 });
  expect(await signInWith(email, OWN)).toBe("signed in");
  expect(await signInWith(email, FOREIGN)).toBe("invalid_credentials");
  expect(await redeem(letters[1])).toBe("otp_expired");
  expect(await signInWith(email, FOREIGN)).toBe("invalid_credentials");
});

it("does the same with a code, and for the later sign-up if its mail is used", async () => {
  const first = await contested();
  const [own] = first.letters;
  const { data } = await browser().verifyOtp({ email: first.email, token: own.code, type: "signup" });
  expect(data.user?.user_metadata).toMatchObject({ full_name: "Ada" });
  expect(await signInWith(first.email, OWN)).toBe("signed in");

  const second = await contested(["Ada", undefined]);
  expect(await redeem(second.letters[1])).toEqual({ at: 1 });
  expect(await signInWith(second.email, FOREIGN)).toBe("signed in");
  expect(await signInWith(second.email, OWN)).toBe("invalid_credentials");
});

it("answers a sign-in before confirmation by the last sign-up's password", async () => {
  const { email } = await contested();
  expect(await signInWith(email, FOREIGN)).toBe("email_not_confirmed");
  expect(await signInWith(email, OWN)).toBe("invalid_credentials");
});

it("confirms one of two sign-ups whose links are used at the same moment", async () => {
  const { email, letters } = await contested();
  const outcomes = await Promise.all(letters.map(redeem));
  expect(outcomes.filter((outcome) => outcome === "otp_expired")).toHaveLength(1);
  const winner = outcomes[0] === "otp_expired" ? FOREIGN : OWN;
  expect(await signInWith(email, winner)).toBe("signed in");
  expect(await signInWith(email, winner === OWN ? FOREIGN : OWN)).toBe("invalid_credentials");
});

it("ends every sign-up once the owner has proven the address in another way", async () => {
  const { email, letters } = await contested();
  await browser().resetPasswordForEmail(email);
  const [{ token }] = (await lettersTo(app, email)) as [Letter];
  expect((await browser().verifyOtp({ token_hash: token, type: "recovery" })).error).toBeNull();
  for (const letter of letters) expect(await redeem(letter)).toBe("otp_expired");
  expect(await signInWith(email, OWN)).toBe("invalid_credentials");
  expect(await signInWith(email, FOREIGN)).toBe("invalid_credentials");
});

it("sets no password through a mail that was requested again while several sign-ups wait", async () => {
  const { email } = await contested();
  await browser().resend({ type: "signup", email });
  const [again] = (await lettersTo(app, email)) as [Letter];
  expect(again.kind).toBe("confirm");
  expect(await redeem(again)).toBeTypeOf("object");
  expect(await signInWith(email, OWN)).toBe("invalid_credentials");
  expect(await signInWith(email, FOREIGN)).toBe("invalid_credentials");
});
